import { setTimeout as sleep } from 'node:timers/promises';
import { legacyClient, type LegacyCredentials } from '../support/legacy-client.js';
import type { Balancer } from './balancer.js';
import type { Tally } from './buyers.js';

const EVERY_MS = 1_500;
const ANSWERED_WITHIN_MS = 7_000;

/** An existing system that charges by the legacy interface. It repeats what was not answered, and its customers pay most charges. */
export function startShop(options: {
  credentials: LegacyCredentials;
  balancer: Pick<Balancer, 'next'>;
  pay: (code: string) => Promise<string | undefined>;
  tally: Pick<Tally, 'charges'>;
}): { stop(): Promise<void> } {
  const { credentials, balancer, pay, tally } = options;
  let isOver = false;

  /** The answer, or undefined once nobody waits for it any more. */
  async function insist<Answer>(work: (client: ReturnType<typeof legacyClient>) => Promise<Answer | undefined>) {
    for (let tries = 0; tries < 20; tries++) {
      const url = balancer.next();
      if (url) {
        const asking = work(legacyClient(url, credentials)).catch(() => undefined);
        const answer = await Promise.race([asking, sleep(ANSWERED_WITHIN_MS, undefined, { ref: false })]);
        if (answer !== undefined) return answer;
      }
      await sleep(500);
    }
    return undefined;
  }

  async function charge(number: number): Promise<void> {
    const body = {
      payer_name: 'Maria da Silva',
      amount: 1_000 + number,
      external_id: `sale-${number}`,
      description: 'Pedido 42',
    };
    const made = await insist(async (client) => {
      await client.login();
      const { status, body: answer } = await client.charge(body);
      return status < 300 ? (answer as { hash: string; payment: string }) : undefined;
    });
    if (!made) return;
    tally.charges.acknowledged.add(made.hash);
    if (number % 4 === 3) return;
    const endToEndId = await pay(made.payment);
    if (endToEndId) tally.charges.receipts.push({ hash: made.hash, endToEndId });
  }

  const charging = (async () => {
    for (let number = 1; !isOver; number++) {
      await charge(number);
      await sleep(EVERY_MS);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await charging;
    },
  };
}
