import type { App } from '../context.js';
import { UnsupportedOperationError } from '../payment-providers/adapters/unsupported-operation.js';
import { ProviderError } from '../payment-providers/client/provider-error.js';
import type { ProviderRefund } from '../payment-providers/adapters/adapter.js';
import type { RefundAtProvider } from './refund.sql.js';

/** `UNKNOWN`: the provider has the payment, and no such refund. `NO_ANSWER`: it does not say, or nobody can ask it. */
export type RefundStanding = ProviderRefund['status'] | 'UNKNOWN' | 'NO_ANSWER';

/** Whether the provider says that it did not make the refund. */
export function isDenied(standing: RefundStanding): standing is 'UNKNOWN' | 'NOT_DONE' {
  return standing === 'UNKNOWN' || standing === 'NOT_DONE';
}

/** Asks how a refund stands, and never for the refund itself. An answer about another `amount` (centavos) is none. */
export async function consultRefund(
  { providers }: Pick<App, 'providers'>,
  { id, endToEndId, providerName }: RefundAtProvider,
  amount?: bigint,
): Promise<RefundStanding> {
  try {
    const adapter = (await providers.find(providerName))?.adapter;
    const found = await adapter?.consultRefund({ endToEndId, refundId: id });
    if (found) return amount === undefined || found.amountCentavos === amount ? found.status : 'NO_ANSWER';
    // Another account of the operator's knows no such refund either.
    return (await adapter?.consultPayment(endToEndId)) ? 'UNKNOWN' : 'NO_ANSWER';
  } catch (error) {
    if (error instanceof ProviderError || error instanceof UnsupportedOperationError) return 'NO_ANSWER';
    throw error;
  }
}
