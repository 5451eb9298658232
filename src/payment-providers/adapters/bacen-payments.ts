import { ProviderError } from '../client/provider-error.js';
import { sha256 } from '../../platform/crypto.js';
import type { ProviderAdapter, ReceivedPayment, ReceivedPeriod, UnreadablePayment } from './adapter.js';
import type { BacenApi } from './bacen-api.js';
import { readPage, readPayment } from './bacen-documents.js';
import { unlessNotFound } from './provider-api.js';

/** The standard's default, which every provider takes. */
const PAYMENTS_PER_PAGE = 100;
const MAX_PAGES = 10_000;
const OPERATION = 'GET /pix';

/** Received payments (`pix`): one by its end-to-end id, and all of a period page by page. */
export function bacenPayments(api: BacenApi): Pick<ProviderAdapter, 'consultPayment' | 'listReceivedPayments'> {
  function askPage({ from, to, onlyReturned }: ReceivedPeriod, page: number): Promise<{ entries: unknown[]; isLast: boolean }> {
    const query = {
      inicio: from.toISOString(),
      fim: to.toISOString(),
      ...(onlyReturned && { devolucaoPresente: 'true' }),
      'paginacao.paginaAtual': String(page),
      'paginacao.itensPorPagina': String(PAYMENTS_PER_PAGE),
    };
    return api.ask({ operation: OPERATION, method: 'GET', path: '/pix', query }, (body) => readPage(body, page));
  }

  function readListed(entry: unknown): ReceivedPayment | UnreadablePayment {
    try {
      return api.readDocument(OPERATION, () => readPayment(entry));
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      const { endToEndId } = Object(entry) as { endToEndId?: unknown };
      const isReference = typeof endToEndId === 'string' && /^[\w-]{1,63}$/.test(endToEndId);
      const reference = isReference ? endToEndId : sha256(JSON.stringify(entry)).toString('hex');
      return { reference, problem: error.message };
    }
  }

  return {
    consultPayment(endToEndId) {
      const path = `/pix/${encodeURIComponent(endToEndId)}`;
      return unlessNotFound(api.ask({ operation: 'GET /pix/{e2eid}', method: 'GET', path }, readPayment));
    },
    async *listReceivedPayments(period) {
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const { entries, isLast } = await askPage(period, page);
        for (const entry of entries) yield readListed(entry);
        if (isLast) return;
      }
      throw new ProviderError('INVALID_ANSWER', `more than ${MAX_PAGES} pages`, { provider: api.provider, operation: OPERATION });
    },
  };
}
