-- `is_blocked_person_inlined` of one buyer, with the plan that reserve_orders.sql has.
CREATE OR REPLACE FUNCTION is_blocked_person(p_phone text, p_cpf text, p_proved boolean) RETURNS boolean LANGUAGE plpgsql STABLE
SET plan_cache_mode = 'force_generic_plan'
SET enable_seqscan = off
SET enable_sort = off
AS $$
BEGIN
  RETURN (SELECT b.blocked FROM is_blocked_person_inlined(p_phone, p_cpf, p_proved) b);
END
$$;
