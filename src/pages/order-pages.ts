import { NumberByLinkDocument, OrderByLinkDocument } from '../generated/client/operations.js';
import type { NumberPageData, OrderPageData } from './page-renderer.js';
import type { PageReads } from './page-reads.js';

/** Of the page of an order, in the unit of documents: its document costs about 5,000. */
export const ORDER_COST = 3_000;

export interface OrderPageReads {
  /** Undefined for a link that leads to no order. */
  byToken(token: string, after: string | null): Promise<OrderPageData | undefined>;
  /** Of so many pages of numbers. */
  numbersOf(data: OrderPageData, pages: number): Promise<string[]>;
  /** Undefined also for a number that is not the order's. */
  numberByToken(token: string, number: string): Promise<NumberPageData | undefined>;
}

export function createOrderPageReads(reads: PageReads): OrderPageReads {
  const askOrder = reads(OrderByLinkDocument);
  const askNumber = reads(NumberByLinkDocument);
  const byToken: OrderPageReads['byToken'] = async (token, after) => {
    const order = (await askOrder({ token, after }))?.orderByLink;
    return order ? { token, after, order } : undefined;
  };
  return {
    byToken,
    async numbersOf({ token, order }, pages) {
      const numbers = [...order.luckyNumbers.nodes];
      let { pageInfo } = order.luckyNumbers;
      for (let page = 1; page < pages && pageInfo.hasNextPage; page += 1) {
        const next = (await byToken(token, pageInfo.endCursor))?.order.luckyNumbers;
        if (!next) break;
        numbers.push(...next.nodes);
        ({ pageInfo } = next);
      }
      return numbers;
    },
    async numberByToken(token, number) {
      const ticket = (await askNumber({ token, number }))?.luckyNumberByLink;
      return ticket ? { token, ticket } : undefined;
    },
  };
}
