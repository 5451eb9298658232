// SQL: only quotas writes orders, and only by statements.
import { statement } from '../platform/database/statement.js';

/** Takes off a buyer's orders who they said would pay and where they came from, which may name their click; what was sold to whom stays. $1 user. */
export const forgetBuyer = statement<object>(
  'forget_buyer',
  `
  UPDATE orders SET buyer_name = NULL, buyer_cpf = NULL, buyer_phone = NULL, tracking = NULL
  WHERE user_id = $1 AND (buyer_name IS NOT NULL OR buyer_cpf IS NOT NULL OR buyer_phone IS NOT NULL OR tracking IS NOT NULL)`,
);
