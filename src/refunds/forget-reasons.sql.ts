// SQL: by the payments of all orders of a buyer.
import { PAYMENTS_OF_BUYER } from '../payments/payments-of-buyer.sql.js';
import { statement } from '../platform/database/statement.js';

/**
 * Why money went back, in the words of the buyer, an operator or a bank, and the hash of what proved it: words may be guessed from it. That
 * of a PIX stays, so that it proves no other refund. $1 user.
 */
export const forgetRefundReasons = statement<object>(
  'forget_refund_reasons',
  `
  UPDATE refunds SET reason = NULL, evidence_hash = CASE WHEN return_end_to_end_id IS NOT NULL THEN evidence_hash END
  WHERE payment_id = ANY (${PAYMENTS_OF_BUYER}) AND (reason IS NOT NULL OR evidence_hash IS NOT NULL)`,
);

/** What operators wrote about late payments. $1 user. */
export const forgetLatePaymentNotes = statement<object>(
  'forget_late_payment_notes',
  `UPDATE late_payments SET note = NULL WHERE payment_id = ANY (${PAYMENTS_OF_BUYER}) AND note IS NOT NULL`,
);
