-- Pictures that operators upload: a row once all of its files are in the store.

-- CreateTable
CREATE TABLE "files" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "sha256" BYTEA NOT NULL,
    "width" INTEGER NOT NULL,
    "height" INTEGER NOT NULL,
    "bytes" INTEGER NOT NULL,
    "uploaded_by" UUID NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "files_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "files_name_key" ON "files"("name");

-- CreateIndex
CREATE INDEX "files_uploaded_by_idx" ON "files"("uploaded_by");

-- AddForeignKey
ALTER TABLE "files" ADD CONSTRAINT "files_uploaded_by_fkey" FOREIGN KEY ("uploaded_by") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- What the service writes, and nobody by hand.
ALTER TABLE "files" ADD CONSTRAINT "files_name" CHECK ("name" ~ '^[A-Za-z0-9_-]{22}$');
ALTER TABLE "files" ADD CONSTRAINT "files_sha256" CHECK (octet_length("sha256") = 32);
ALTER TABLE "files" ADD CONSTRAINT "files_size" CHECK ("width" > 0 AND "height" > 0 AND "bytes" > 0);

-- Whether a raffle shows a picture that is to be deleted.
CREATE INDEX "raffles_picture" ON "raffles" (substring("photo_url" FROM '/files/([A-Za-z0-9_-]{22})-'))
  WHERE substring("photo_url" FROM '/files/([A-Za-z0-9_-]{22})-') IS NOT NULL;
