-- How many quotas of a raffle count against the limit of a buyer. An account that has proved its phone counts alone, because strangers may have
-- typed its phone or CPF in theirs. Any other counts together with all accounts that have its phone or its CPF, because anybody can sign up
-- many times. Where these are more than 100, it may take none: their number must not slow a sale, and its buyer can prove the phone. One that
-- has both counts twice there. They are read in an order that only one index has: see reserve_orders.sql.
CREATE OR REPLACE FUNCTION quotas_of_person(p_raffle_id uuid, p_user_id uuid, p_phone text, p_cpf text, p_proved boolean) RETURNS int
LANGUAGE plpgsql STABLE
SET plan_cache_mode = 'force_generic_plan'
SET enable_seqscan = off
SET enable_sort = off
AS $$
DECLARE
  accounts uuid[] := ARRAY[p_user_id];
BEGIN
  IF NOT p_proved THEN
    accounts := accounts || ARRAY(SELECT u.id FROM users u WHERE u.phone = p_phone ORDER BY u.phone_proved_at, u.created_at LIMIT 101)
      || ARRAY(SELECT u.id FROM users u WHERE u.cpf BETWEEN p_cpf AND p_cpf ORDER BY u.cpf LIMIT 101);
    IF cardinality(accounts) > 102 THEN RETURN 10000000; END IF;
  END IF;
  RETURN (
    SELECT coalesce(sum(b.reserved + b.allocated + b.given_back), 0) FROM raffle_buyers b
    WHERE b.raffle_id = p_raffle_id AND b.user_id = ANY (accounts)
  );
END
$$;
