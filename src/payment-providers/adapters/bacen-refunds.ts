import { formatMoney } from '../../platform/money.js';
import type { ProviderAdapter, ProviderRefund, RefundReference } from './adapter.js';
import type { BacenApi } from './bacen-api.js';
import { readRefund } from './bacen-documents.js';
import { isRejection, unlessNotFound } from './provider-api.js';

/**
 * Refunds (`devolucao`). The id is ours, so repeating a request cannot refund twice; since providers disagree on whether a
 * repeated request is an error (bacen/pix-api#277), a refusal is answered with the refund that exists under the id, if its
 * amount is the same.
 */
export function bacenRefunds(api: BacenApi): Pick<ProviderAdapter, 'refund' | 'consultRefund'> {
  function devolucao(method: 'GET' | 'PUT', { endToEndId, refundId }: RefundReference, json?: unknown): Promise<ProviderRefund> {
    const path = `/pix/${encodeURIComponent(endToEndId)}/devolucao/${encodeURIComponent(refundId)}`;
    return api.ask({ operation: `${method} /pix/{e2eid}/devolucao/{id}`, method, path, json }, readRefund);
  }

  const consultRefund = (reference: RefundReference): Promise<ProviderRefund | undefined> =>
    unlessNotFound(devolucao('GET', reference));

  return {
    consultRefund,
    async refund({ amountCentavos, ...reference }) {
      try {
        return await devolucao('PUT', reference, { valor: formatMoney(amountCentavos) });
      } catch (error) {
        const existing = isRejection(error) ? await consultRefund(reference) : undefined;
        if (existing?.amountCentavos !== amountCentavos) throw error;
        return existing;
      }
    },
  };
}
