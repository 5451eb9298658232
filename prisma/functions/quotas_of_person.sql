-- `quotas_of_person_inlined` of one buyer, with the plan that reserve_orders.sql has.
CREATE OR REPLACE FUNCTION quotas_of_person(p_raffle_id uuid, p_user_id uuid, p_phone text, p_cpf text, p_proved boolean) RETURNS int
LANGUAGE plpgsql STABLE
SET plan_cache_mode = 'force_generic_plan'
SET enable_seqscan = off
SET enable_sort = off
AS $$
BEGIN
  RETURN (SELECT q.quantity FROM quotas_of_person_inlined(p_raffle_id, p_user_id, p_phone, p_cpf, p_proved) q);
END
$$;
