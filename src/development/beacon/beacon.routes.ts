import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import { roundAt } from '../../proof/chain.js';
import { DEVELOPMENT_CHAIN } from '../../beacon/beacon.js';
import type { signRound } from './sign-round.js';

const REMEMBERED = 100;

/** drand's HTTP API of one chain, whose key is public. `now` is in milliseconds since 1970. */
export async function beaconRoutes(app: FastifyInstance, { now = Date.now }: { now?: () => number } = {}): Promise<void> {
  const { hash, publicKey, periodSeconds, genesisSeconds, groupHash, name } = DEVELOPMENT_CHAIN;
  const rounds = new LRUCache<number, ReturnType<typeof signRound>>({ max: REMEMBERED });
  const latest = (): number => roundAt(DEVELOPMENT_CHAIN, now() / 1000);

  async function answer(round: number) {
    const known = rounds.get(round);
    if (known) return known;
    // Curves are slow to load.
    const { signRound } = await import('./sign-round.js');
    const signed = signRound(round);
    rounds.set(round, signed);
    return signed;
  }

  app.get(`/${hash}/info`, async () => ({
    public_key: publicKey,
    period: periodSeconds,
    genesis_time: genesisSeconds,
    hash,
    groupHash,
    schemeID: 'bls-unchained-g1-rfc9380',
    metadata: { beaconID: name },
  }));

  app.get(`/${hash}/public/latest`, async () => answer(latest()));

  app.get<{ Params: { round: string } }>(`/${hash}/public/:round`, async (request, reply) => {
    const { round } = request.params;
    if (!/^[1-9]\d{0,14}$/.test(round))
      return reply
        .code(400)
        .type('text/plain')
        .send(`No round: ${JSON.stringify(round)}\n`);
    if (Number(round) > latest()) return reply.code(425).type('text/plain').send('Requested future beacon\n');
    return answer(Number(round));
  });
}
