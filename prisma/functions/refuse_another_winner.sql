-- Who won is the buyer of the order.
CREATE OR REPLACE FUNCTION refuse_another_winner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM orders o WHERE o.id = NEW.order_id AND o.user_id = NEW.user_id) THEN
    RAISE EXCEPTION 'the won prize % stays with the buyer of its order', OLD.id USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
