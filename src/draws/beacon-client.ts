import { Client, errors } from 'undici';
import { DomainError } from '../platform/domain-error.js';
import type { Log } from '../platform/log.js';
import { QUICKNET, type Chain, type Round } from '../proof/chain.js';

/** Who serves quicknet over HTTP: any of them, for a signature cannot be forged. */
export const QUICKNET_HOSTS = [
  'https://api.drand.sh',
  'https://api2.drand.sh',
  'https://api3.drand.sh',
  'https://drand.cloudflare.com',
] as const;

const MAX_ANSWER_BYTES = 4096;
const MAX_HEADER_BYTES = 16_384;

/** Which beacon is asked, and how. */
export interface BeaconClientOptions {
  log: Log;
  /** @default QUICKNET */
  chain?: Chain;
  /** Base URLs in the order they are asked. @default QUICKNET_HOSTS */
  hosts?: readonly string[];
  /** A host's whole time: the name, the connection, the answer to its end. @default 5_000 */
  hostTimeoutMs?: number;
}

/** Asks a beacon for its rounds. */
export interface BeaconClient {
  /**
   * The round, its signature verified; `NOT_YET` when every host that answered says that it has no such round, as all do before
   * it is due. Throws UNAVAILABLE when none gave an answer that can be used.
   */
  roundOf(round: number): Promise<Round | 'NOT_YET'>;
}

/** What a host said: the text of a 200, or that it has none. */
type HostAnswer = { text: string } | 'NOT_YET';

/** An answer that is not the round, whoever gave it. */
class RefusedAnswer extends Error {}

/**
 * Makes a client of a beacon over drand's HTTP API. Hosts are asked one after the other until one has the round: who answers
 * nothing, says that it has none, or answers with something that the chain's key did not sign costs its turn and no more.
 * Redirects are not followed.
 */
export function createBeaconClient(options: BeaconClientOptions): BeaconClient {
  const { log, chain = QUICKNET, hosts = QUICKNET_HOSTS, hostTimeoutMs = 5_000 } = options;

  async function ask(host: string, round: number): Promise<HostAnswer> {
    const base = new URL(host);
    const client = new Client(base.origin, { maxResponseSize: MAX_ANSWER_BYTES, maxHeaderSize: MAX_HEADER_BYTES });
    let isLate = false;
    // Not an AbortSignal, which undici heeds only once connected.
    const timer = setTimeout(() => {
      isLate = true;
      void client.destroy();
    }, hostTimeoutMs);
    try {
      const path = `${base.pathname.replace(/\/$/, '')}/${chain.hash}/public/${round}`;
      const { statusCode, body } = await client.request({ method: 'GET', path, headers: { accept: 'application/json' } });
      const text = await body.text();
      if (statusCode === 404 || statusCode === 425) return 'NOT_YET';
      if (statusCode !== 200) throw new Error(`it answered ${statusCode}`);
      return { text };
    } catch (error) {
      if (isLate) throw new Error(`no whole answer within ${hostTimeoutMs} ms`, { cause: error });
      if (error instanceof errors.ResponseExceededMaxSizeError) throw new RefusedAnswer(`more than ${MAX_ANSWER_BYTES} bytes`);
      throw error;
    } finally {
      clearTimeout(timer);
      void client.destroy();
    }
  }

  async function verified(text: string, round: number): Promise<Round> {
    const answer = parsed(text);
    if (answer?.round !== round || typeof answer.signature !== 'string' || !/^[\da-f]{96}$/.test(answer.signature))
      throw new RefusedAnswer(`it is not round ${round} with a signature`);
    const found: Round = { round, signature: answer.signature };
    // Curves take a while to load, and a process starts without them.
    const { verifyRound } = await import('../proof/beacon.js');
    const verification = verifyRound(chain, found);
    if ('problem' in verification) throw new RefusedAnswer(verification.problem);
    return found;
  }

  async function roundOf(round: number): Promise<Round | 'NOT_YET'> {
    let isNotYet = false;
    for (const host of hosts) {
      try {
        const answer = await ask(host, round);
        if (answer !== 'NOT_YET') return await verified(answer.text, round);
        isNotYet = true;
      } catch (error) {
        const said = { host, chain: chain.name, round, reason: error instanceof Error ? error.message : String(error) };
        if (error instanceof RefusedAnswer)
          log.warn({ ...said, event: 'draws.beacon.answer_refused' }, 'a host of the beacon answered with what is not the round');
        else log.warn({ ...said, event: 'draws.beacon.host_failed' }, 'a host of the beacon could not be asked');
      }
    }
    if (isNotYet) return 'NOT_YET';
    throw new DomainError('UNAVAILABLE', `No host of the beacon "${chain.name}" has answered with round ${round}. Try again.`);
  }

  return { roundOf };
}

/** What may be a round; undefined for no object. */
function parsed(text: string): { round?: unknown; signature?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
