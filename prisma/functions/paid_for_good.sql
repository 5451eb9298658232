-- `paid_for_good_inlined` of one buyer.
CREATE OR REPLACE FUNCTION paid_for_good(p_user_id uuid, p_at timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT g.paid FROM paid_for_good_inlined(p_user_id, p_at) g);
END
$$;
