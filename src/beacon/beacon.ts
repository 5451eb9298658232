import { Client, errors } from 'undici';
import { refuse } from '../platform/domain-error.js';
import type { Log } from '../platform/log.js';
import { pathOfRound, QUICKNET, QUICKNET_RELAYS, type Chain, type Round } from '../proof/chain.js';
import type { Config } from '../config.js';

const MAX_ANSWER_BYTES = 4096;
const MAX_HEADER_BYTES = 16_384;

export interface BeaconClientOptions {
  log: Log;
  /** @default QUICKNET */
  chain?: Chain;
  /** Base URLs, in the order of use. @default QUICKNET_RELAYS */
  hosts?: readonly string[];
  /** For name, connection and the whole answer. @default 5_000 */
  hostTimeoutMs?: number;
}

export interface BeaconClient {
  /** `NOT_YET` when every host that answered has no such round. UNAVAILABLE when no host gave a usable answer. */
  roundOf(round: number): Promise<Round | 'NOT_YET'>;
}

type HostAnswer = { text: string } | 'NOT_YET';

/** An answer that is not the round. */
class RefusedAnswer extends Error {}

/** They load slowly, so only who asks for a round loads them. */
let curves: Promise<typeof import('../proof/beacon.js')> | undefined;

/** Asks one host after the other and skips those that fail or send what the chain's key did not sign. Follows no redirects. */
export function createBeaconClient(options: BeaconClientOptions): BeaconClient {
  const { log, chain = QUICKNET, hosts = QUICKNET_RELAYS, hostTimeoutMs = 5_000 } = options;

  async function ask(host: string, round: number): Promise<HostAnswer> {
    const base = new URL(host);
    const client = new Client(base.origin, { maxResponseSize: MAX_ANSWER_BYTES, maxHeaderSize: MAX_HEADER_BYTES });
    let isLate = false;
    // undici heeds an AbortSignal only after it has connected.
    const timer = setTimeout(() => {
      isLate = true;
      void client.destroy();
    }, hostTimeoutMs);
    try {
      const path = `${base.pathname.replace(/\/$/, '')}${pathOfRound(chain.hash, round)}`;
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
    const { verifyRound } = await (curves ??= import('../proof/beacon.js'));
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
        const details = { host, chain: chain.name, round, reason: error instanceof Error ? error.message : String(error) };
        if (error instanceof RefusedAnswer)
          log.warn({ ...details, event: 'beacon.answer_refused' }, 'a host of the beacon sent a wrong answer');
        else log.warn({ ...details, event: 'beacon.host_failed' }, 'a host of the beacon did not answer');
      }
    }
    if (isNotYet) return 'NOT_YET';
    throw refuse('beacon.noRound', { chain: chain.name, round });
  }

  return { roundOf };
}

/** Undefined when the text is no JSON object. */
function parsed(text: string): { round?: unknown; signature?: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

export interface Beacon extends BeaconClient {
  readonly chain: Chain;
  /** At least, between a freeze and its round: nobody may know the round before the manifest is public. */
  readonly aheadSeconds: number;
  /** Unless the settings name hosts. The development beacon's address is known only after it starts. */
  askAt(hosts: readonly string[]): void;
}

/** Enough for a slow commit; short on development machines. */
const AHEAD_SECONDS = { quicknet: 60, development: 9 };

export function createBeacon({ config, log }: { config: Pick<Config, 'beacon'>; log: Log }): Beacon {
  const { chain: name, hosts: named } = config.beacon;
  const chain = name === 'quicknet' ? QUICKNET : DEVELOPMENT_CHAIN;
  let hosts: readonly string[] = named.length > 0 || name === 'development' ? named : QUICKNET_RELAYS;
  return {
    chain,
    aheadSeconds: AHEAD_SECONDS[name],
    askAt(found) {
      if (named.length === 0) hosts = found;
    },
    roundOf: (round) => createBeaconClient({ log, chain, hosts }).roundOf(round),
  };
}

/** Its key is public: its rounds prove nothing. */
export const DEVELOPMENT_CHAIN: Chain = {
  hash: '33e4a68c953b5447bf6d0eb19ab6144b8deb693e26aaf21ea4cfd6af14f523db',
  publicKey:
    'acc4afc9645215d26f20ed8160122999ed7011d0eb06dff8a2380d908e9066bbe5dfd37931900eedbe6a57174888aaab0fe31919af5de1119419d92d17261fbcaa49497b0bd76e06af453dad6d6632afefce2e249c595bad6994f3e35ead67a1',
  periodSeconds: 3,
  // The first second of 2025.
  genesisSeconds: 1_735_689_600,
  groupHash: '72d86c6186c196cbf8d4b98a67dea6688f40d02c6087a400d6f8c1f5325938bf',
  name: 'development',
};
