-- Logins are kept as sessions, which a refresh token carries on; buyers may log in by a code that their phone gets.

-- CreateEnum
CREATE TYPE "session_end" AS ENUM ('LOGGED_OUT', 'ENDED', 'REUSED');

-- CreateTable
CREATE TABLE "sessions" (
    "id" UUID NOT NULL,
    "user_id" UUID NOT NULL,
    "token_version" INTEGER NOT NULL,
    "generation" INTEGER NOT NULL DEFAULT 0,
    "rotated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "refresh_expires_at" TIMESTAMPTZ(3) NOT NULL,
    "ended_at" TIMESTAMPTZ(3),
    "ended_reason" "session_end",
    "network" TEXT NOT NULL,
    "user_agent" TEXT,

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "login_codes" (
    "phone" TEXT NOT NULL,
    "code_hash" BYTEA NOT NULL,
    "tries" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "used_at" TIMESTAMPTZ(3),

    CONSTRAINT "login_codes_pkey" PRIMARY KEY ("phone")
);

-- CreateIndex
CREATE INDEX "sessions_user_id_idx" ON "sessions"("user_id");

-- CreateIndex
CREATE INDEX "sessions_refresh_expires_at_idx" ON "sessions"("refresh_expires_at");

-- CreateIndex
CREATE INDEX "login_codes_expires_at_idx" ON "login_codes"("expires_at");

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- An ended session says why.
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_ended" CHECK (("ended_at" IS NULL) = ("ended_reason" IS NULL));

-- What ends somebody's tokens ends their sessions and their code, whoever writes it; and nothing is kept of from where they came.
CREATE FUNCTION end_sessions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = NEW.id AND token_version < NEW.token_version;
  DELETE FROM login_codes WHERE phone = OLD.phone;
  RETURN NULL;
END $$;
CREATE TRIGGER "users_end_sessions" AFTER UPDATE ON "users" FOR EACH ROW
  WHEN (OLD.token_version IS DISTINCT FROM NEW.token_version)
  EXECUTE FUNCTION end_sessions();

-- AlterTable
ALTER TABLE "webhook_events" ADD COLUMN     "ends_at" TIMESTAMPTZ(3);

-- Bodies that are secret and still there.
CREATE INDEX "webhook_events_secret" ON "webhook_events" ("ends_at") WHERE "ends_at" IS NOT NULL AND "body" <> '';
