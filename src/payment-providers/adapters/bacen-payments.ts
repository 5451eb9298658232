import { ProviderError } from '../client/provider-error.js';
import type { ProviderAdapter, ReceivedPayment } from './adapter.js';
import type { BacenApi } from './bacen-api.js';
import { readPage, readPayment } from './bacen-documents.js';
import { unlessNotFound } from './provider-api.js';

/** The standard's default, which every provider takes. */
const PAYMENTS_PER_PAGE = 100;
const MAX_PAGES = 10_000;
const OPERATION = 'GET /pix';

/** Received payments (`pix`): one by its end-to-end id, and all of a period page by page. */
export function bacenPayments(api: BacenApi): Pick<ProviderAdapter, 'consultPayment' | 'listReceivedPayments'> {
  function askPage(from: Date, to: Date, page: number): Promise<{ entries: unknown[]; isLast: boolean }> {
    const query = {
      inicio: from.toISOString(),
      fim: to.toISOString(),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(PAYMENTS_PER_PAGE),
    };
    return api.ask({ operation: OPERATION, method: 'GET', path: '/pix', query }, (body) => readPage(body, page));
  }

  return {
    consultPayment(endToEndId) {
      const path = `/pix/${encodeURIComponent(endToEndId)}`;
      return unlessNotFound(api.ask({ operation: 'GET /pix/{e2eid}', method: 'GET', path }, readPayment));
    },
    async *listReceivedPayments({ from, to }) {
      let unreadable: unknown;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { entries, isLast } = await askPage(from, to, page);
        for (const entry of entries) {
          let payment: ReceivedPayment;
          try {
            payment = api.readDocument(OPERATION, () => readPayment(entry));
          } catch (error) {
            // Thrown at the end: one entry that cannot be read must not keep the others' money from being seen.
            unreadable ??= error;
            continue;
          }
          yield payment;
        }
        if (!isLast) continue;
        if (unreadable) throw unreadable;
        return;
      }
      throw new ProviderError('INVALID_ANSWER', `more than ${MAX_PAGES} pages`, { provider: api.provider, operation: OPERATION });
    },
  };
}
