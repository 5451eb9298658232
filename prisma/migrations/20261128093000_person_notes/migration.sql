-- expand
CREATE TABLE "person_notes" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "author_id" UUID NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "person_notes_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "person_notes_text_check" CHECK (length("text") BETWEEN 1 AND 2000)
);

CREATE INDEX "person_notes_user_id_created_at_id_idx" ON "person_notes"("user_id", "created_at", "id");
CREATE INDEX "person_notes_author_id_idx" ON "person_notes"("author_id");

ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_user_id_fkey"
  FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;
ALTER TABLE "person_notes" ADD CONSTRAINT "person_notes_author_id_fkey"
  FOREIGN KEY ("author_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
