import type { FastifyReply } from 'fastify';
import type { Principal } from '../principal.js';
import type { RateLimits, RateState } from '../rate-limits.js';
import { rateHeaders } from './rate-headers.js';

const PUBLIC: Principal = { role: 'PUBLIC' };

/**
 * Counts a request that runs no operation, by its cost in the unit of documents (`graphql/cost.ts`). RATE_LIMITED, and then headers say
 * what is left: caches share the other answers.
 */
export function countRequest(
  { rateLimits }: { rateLimits: RateLimits },
  { reply, principal = PUBLIC, cost }: { reply: FastifyReply; principal?: Principal; cost: number },
): void {
  const told: RateState[] = [];
  try {
    rateLimits.take({ principal, clientAddress: reply.request.ip }, { kind: 'cost', amount: cost, told });
  } catch (error) {
    for (const [name, value] of rateHeaders(told)) reply.header(name, value);
    throw error;
  }
}
