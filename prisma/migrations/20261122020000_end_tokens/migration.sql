-- A token carries the version that its owner had when it was issued, and is refused once the owner has another: a token that was taken
-- over, or an operator who was dismissed, would otherwise go on until the token's own end.

-- AlterTable
ALTER TABLE "users" ADD COLUMN     "token_version" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "api_clients" ADD COLUMN     "token_version" INTEGER NOT NULL DEFAULT 0;

-- Tokens of before carry none and count as version 0: those that an older secret got within the hour that they last stay ended.
UPDATE "api_clients" SET "token_version" = 1 WHERE "secret_rotated_at" > now() - interval '1 hour';

-- AlterTable
ALTER TABLE "api_clients" DROP COLUMN "secret_rotated_at";

-- In the database, so that it holds whoever changes the row: an operation, a command or somebody with psql.
CREATE FUNCTION end_tokens() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.token_version := OLD.token_version + 1;
  RETURN NEW;
END $$;

CREATE TRIGGER "users_end_tokens" BEFORE UPDATE OF "role", "password_hash", "deleted_at" ON "users" FOR EACH ROW
  WHEN (
    OLD.role IS DISTINCT FROM NEW.role
    OR OLD.password_hash IS DISTINCT FROM NEW.password_hash
    OR OLD.deleted_at IS DISTINCT FROM NEW.deleted_at
  )
  EXECUTE FUNCTION end_tokens();

CREATE TRIGGER "api_clients_end_tokens" BEFORE UPDATE OF "client_secret_hash" ON "api_clients" FOR EACH ROW
  WHEN (OLD.client_secret_hash IS DISTINCT FROM NEW.client_secret_hash)
  EXECUTE FUNCTION end_tokens();
