// SQL: an array that has one of several values.
import { statement } from '../platform/database/statement.js';
import type { PaymentCallback } from './payment-callback.type.js';

/** Latest first; none that was not tried yet. $1 provider, $2 what they may be about, $3 how many. */
export const selectCallbacksAbout = statement<PaymentCallback>(
  'select_callbacks_about',
  `
  SELECT c.id, c.provider_name AS "providerName", c.received_at AS "receivedAt", coalesce(c.outcome::text, 'FAILING') AS state,
         c.processed_at AS "processedAt", c.attempts, c.last_error AS "lastError"
  FROM payment_callbacks c WHERE c.about && $2::text[] AND c.provider_name = $1
  ORDER BY c.received_at DESC, c.id LIMIT $3`,
);
