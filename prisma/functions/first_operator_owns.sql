-- For processes of an old release without operator roles.
CREATE OR REPLACE FUNCTION first_operator_owns() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.operator_role := 'OWNER';
  RETURN NEW;
END $$;
