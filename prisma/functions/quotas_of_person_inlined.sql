-- How many quotas of a raffle count against the limit of a buyer. An account that has proved its phone counts alone, because strangers may have
-- typed its phone or CPF in theirs. Any other counts together with all accounts that have its phone or its CPF, because anybody can sign up
-- many times. Where these are more than 100, it may take none: their number must not slow a sale, and its buyer can prove the phone. One that
-- has both counts twice there. They are read in an order that only one index has: see reserve_orders.sql. No row without a raffle. Its
-- body is put into the calling statement: see paid_for_good_inlined.sql.
CREATE OR REPLACE FUNCTION quotas_of_person_inlined(p_raffle_id uuid, p_user_id uuid, p_phone text, p_cpf text, p_proved boolean)
RETURNS TABLE (quantity int) LANGUAGE sql STABLE AS $$
  SELECT CASE
           WHEN cardinality(a.same_phone) + cardinality(a.same_cpf) > 101 THEN 10000000
           ELSE (
             SELECT coalesce(sum(b.reserved + b.allocated + b.given_back), 0) FROM raffle_buyers b
             WHERE b.raffle_id = p_raffle_id AND b.user_id = ANY (p_user_id || a.same_phone || a.same_cpf)
           )
         END::int
  FROM (
    SELECT ARRAY(
             SELECT u.id FROM users u WHERE NOT p_proved AND u.phone = p_phone ORDER BY u.phone_proved_at, u.created_at LIMIT 101
           ) AS same_phone,
           ARRAY(SELECT u.id FROM users u WHERE NOT p_proved AND u.cpf BETWEEN p_cpf AND p_cpf ORDER BY u.cpf LIMIT 101) AS same_cpf
    WHERE p_raffle_id IS NOT NULL OFFSET 0
  ) a
$$;
