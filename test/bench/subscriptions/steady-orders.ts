import { setTimeout as sleep } from 'node:timers/promises';

/** A change of the bar: how many quotas were reserved with it, and when its order was made, before its commit. */
export interface Change {
  reserved: number;
  madeAtMs: number;
}

export interface OrderDesk {
  url: string;
  quotaQuantity: number;
  tokens: string[];
}

const DOCUMENT = 'mutation ($input: CreateOrderInput!) { createOrder(input: $input) { id createdAt } }';

/**
 * Places orders of a raffle one after the other at a steady rate for a time. Nobody else orders, so each change is known:
 * `reservedBefore` and what was ordered since. Throws when an order is refused.
 */
export async function placeSteadily(
  { url, quotaQuantity, tokens }: OrderDesk,
  options: { raffleId: string; reservedBefore: number; perSecond: number; seconds: number },
): Promise<Change[]> {
  const { raffleId, reservedBefore, perSecond, seconds } = options;
  const changes: Change[] = [];
  const startedAtMs = performance.now();
  for (let n = 0; n < perSecond * seconds; n++) {
    await sleep(Math.max(0, startedAtMs + (n * 1000) / perSecond - performance.now()));
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${tokens[n % tokens.length]}` },
      body: JSON.stringify({ query: DOCUMENT, variables: { input: { raffleId, quotaQuantity } } }),
    });
    const answer = (await response.json()) as { data?: { createOrder: { createdAt: string } } };
    if (!answer.data) throw new Error(`an order was refused: ${JSON.stringify(answer).slice(0, 500)}`);
    const madeAtMs = Date.parse(answer.data.createOrder.createdAt);
    changes.push({ reserved: reservedBefore + (n + 1) * quotaQuantity, madeAtMs });
  }
  return changes;
}
