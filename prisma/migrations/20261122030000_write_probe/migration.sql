-- Whether anything can be written is found out by writing: its one row, which takes no room.

-- CreateTable
CREATE TABLE "write_probes" (
    "id" INTEGER NOT NULL,
    "written_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "write_probes_pkey" PRIMARY KEY ("id")
);
