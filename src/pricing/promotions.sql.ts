// SQL: a part of the statements that read raffles.
/** The promotions of `raffles r`, as JSON objects of `Promotion`, by quantity. */
export const PROMOTIONS_OF_RAFFLE = `(
    SELECT coalesce(json_agg(json_build_object(
      'id', m.id, 'kind', m.kind, 'quotaQuantity', m.quota_quantity, 'price', m.price, 'bonusQuotas', m.bonus_quotas
    ) ORDER BY m.quota_quantity, m.kind), '[]')
    FROM promotions m WHERE m.raffle_id = r.id
  )`;
