-- The audit log is append-only, but for the free text about a buyer who was deleted: an operator may have written who that was.
CREATE OR REPLACE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.subject_type = 'user' AND to_jsonb(NEW) - 'details' = to_jsonb(OLD) - 'details'
    AND NEW.details = OLD.details || '{"reason": null}'
    AND EXISTS (SELECT FROM users u WHERE u.id::text = OLD.subject_id AND u.role = 'USER' AND u.deleted_at IS NOT NULL)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
