import { statement } from '../../platform/database/statement.js';

/** What is known here of a charge that an order or a billing order has. $1 txid. */
export const selectChargeReference = statement<{ providerName: string; providerReference: string | null }>(
  'select_charge_reference',
  'SELECT provider_name AS "providerName", provider_reference AS "providerReference" FROM charges WHERE txid = $1',
);
