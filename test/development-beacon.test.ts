import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { beaconRoutes } from '../src/development/beacon/beacon.routes.js';
import { DEVELOPMENT_CHAIN } from '../src/beacon/beacon.js';
import { verifyRound } from '../src/proof/beacon.js';
import { toHex } from '../src/proof/bytes.js';
import { chainHashOf, QUICKNET, timeOfRound } from '../src/proof/chain.js';

const { hash, ...INFO } = DEVELOPMENT_CHAIN;
const NOW_MS = timeOfRound(DEVELOPMENT_CHAIN, 1000) * 1000;

let app: FastifyInstance;
let nowMs: number;
beforeAll(async () => {
  app = fastify();
  await app.register(beaconRoutes, { now: () => nowMs });
});
beforeEach(() => {
  nowMs = NOW_MS;
});
afterAll(() => app.close());

async function get(path: string): Promise<{ status: number; body: any }> {
  const { statusCode, body } = await app.inject(path);
  return { status: statusCode, body: statusCode === 200 ? JSON.parse(body) : body };
}

describe('the development beacon', () => {
  it('has a chain of its own, which is not the public one', () => {
    expect(chainHashOf(INFO)).toBe(hash);
    expect(hash).not.toBe(QUICKNET.hash);
  });

  it('tells its chain as drand does', async () => {
    const { body } = await get(`/${hash}/info`);
    const { public_key: publicKey, period: periodSeconds, genesis_time: genesisSeconds, groupHash, metadata, schemeID } = body;
    expect({ publicKey, periodSeconds, genesisSeconds, groupHash, name: metadata.beaconID }).toEqual(INFO);
    expect([body.hash, schemeID]).toEqual([hash, 'bls-unchained-g1-rfc9380']);
  });

  it.each([1, 2, 999, 1000])('signs round %i with its key, the same each time', async (round) => {
    const { body } = await get(`/${hash}/public/${round}`);
    const verified = verifyRound(DEVELOPMENT_CHAIN, body);
    expect([body.round, 'randomness' in verified && toHex(verified.randomness)]).toEqual([round, body.randomness]);
    expect((await get(`/${hash}/public/${round}`)).body).toEqual(body);
  });

  it('has a round once it is due, and says of a later one that it is too early', async () => {
    nowMs = NOW_MS - 1;
    expect((await get(`/${hash}/public/1000`)).status).toBe(425);
    expect((await get(`/${hash}/public/latest`)).body.round).toBe(999);
    nowMs = NOW_MS;
    expect((await get(`/${hash}/public/1000`)).status).toBe(200);
    expect((await get(`/${hash}/public/1001`)).status).toBe(425);
    expect((await get(`/${hash}/public/latest`)).body.round).toBe(1000);
  });

  it.each(['0', '-1', '1.5', 'x', '1e3', '01', '9'.repeat(16)])('has no round %s', async (round) => {
    expect((await get(`/${hash}/public/${round}`)).status).toBe(400);
  });

  it('has no other chain', async () => {
    expect((await get(`/${QUICKNET.hash}/public/1`)).status).toBe(404);
  });
});
