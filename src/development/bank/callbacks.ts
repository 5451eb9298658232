import { Agent, request } from 'undici';
import type { Behaviour } from './behaviour.js';
import type { Pix } from './documents.js';
import type { Ledger } from './ledger.js';

export type Callbacks = ReturnType<typeof createCallbacks>;

const RETRIES_MS = [250, 1_000, 4_000];
const TIMEOUT_MS = 5_000;
const SHUFFLE_MS = 500;
const MAX_PENDING = 10_000;

/**
 * Posts payments and finished refunds to the URL registered for the key, with "/pix" appended, as banks do, and again after a failure.
 * Payments without a txid are not sent, as the standard says.
 */
export function createCallbacks(ledger: Ledger, behaviour: () => Behaviour, log: (line: string) => void) {
  const timers = createTimers();
  let stopped = false;
  const dispatcher = new Agent({ connections: 8, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS });

  async function post(url: string, body: string, retry: number): Promise<void> {
    try {
      const headers = { 'content-type': 'application/json' };
      const answer = await request(url, { method: 'POST', headers, body, dispatcher, signal: AbortSignal.timeout(TIMEOUT_MS) });
      await answer.body.dump();
      if (answer.statusCode >= 200 && answer.statusCode < 300) return;
      again(url, body, retry, `answered ${answer.statusCode}`);
    } catch (error) {
      again(url, body, retry, error instanceof Error ? error.message : String(error));
    }
  }

  function again(url: string, body: string, retry: number, reason: string): void {
    if (stopped) return;
    const delayMs = RETRIES_MS[retry];
    // The query holds the receiver's secret.
    log(`callback to ${url.replace(/\?.*/, '')}: ${reason}; ${delayMs === undefined ? 'given up' : `again in ${delayMs} ms`}`);
    if (delayMs !== undefined) timers.after(delayMs, () => void post(url, body, retry + 1));
  }

  return {
    send(pix: Pix): void {
      const webhook = ledger.webhook(pix.chave);
      if (!webhook || !pix.txid) return;
      const { callbackCopies, callbackDelayMs, loseCallbacks, shuffleCallbacks } = behaviour();
      const body = JSON.stringify({ pix: [pix] });
      for (let copy = 0; copy < callbackCopies; copy += 1) {
        if (Math.random() < loseCallbacks) continue;
        if (timers.pending() >= MAX_PENDING) return log(`callback of ${pix.endToEndId}: dropped, ${MAX_PENDING} are waiting`);
        const delayMs = callbackDelayMs + (shuffleCallbacks ? Math.random() * SHUFFLE_MS : 0);
        timers.after(delayMs, () => void post(`${webhook.webhookUrl}/pix`, body, 0));
      }
    },
    async stop(): Promise<void> {
      stopped = true;
      timers.clear();
      await dispatcher.destroy();
    },
  };
}

export type Timers = ReturnType<typeof createTimers>;

export function createTimers() {
  const waiting = new Set<NodeJS.Timeout>();
  return {
    after(delayMs: number, run: () => void): void {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        run();
      }, delayMs);
      waiting.add(timer);
    },
    pending: () => waiting.size,
    clear(): void {
      for (const timer of waiting) clearTimeout(timer);
      waiting.clear();
    },
  };
}
