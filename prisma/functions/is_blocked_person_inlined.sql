-- Whether an operator blocked the person of an account. Anybody can type a phone and a CPF. So a blocked account blocks all that have its phone
-- or its CPF and have not proved their phone. An account that has proved it is blocked only by another one that has proved its own, and has
-- the same CPF. Each is looked for in an order that only one index has: see reserve_orders.sql. Its body is put into the calling
-- statement: see paid_for_good_inlined.sql.
CREATE OR REPLACE FUNCTION is_blocked_person_inlined(p_phone text, p_cpf text, p_proved boolean) RETURNS TABLE (blocked boolean)
LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT FROM (
      SELECT u.phone_proved_at FROM users u
      WHERE u.cpf BETWEEN p_cpf AND p_cpf AND u.blocked_at IS NOT NULL ORDER BY u.cpf NULLS FIRST OFFSET 0
    ) b WHERE b.phone_proved_at IS NOT NULL OR NOT p_proved
  ) OR NOT p_proved AND EXISTS (
    SELECT FROM (
      SELECT FROM users u WHERE u.phone BETWEEN p_phone AND p_phone AND u.blocked_at IS NOT NULL ORDER BY u.phone NULLS FIRST OFFSET 0
    ) b
  )
$$;
