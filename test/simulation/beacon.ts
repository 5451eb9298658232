import { DEVELOPMENT_CHAIN } from '../../src/beacon/beacon.js';
import { signRound } from '../../src/development/beacon/sign-round.js';
import { timeOfRound } from '../../src/proof/chain.js';
import type { Service } from './http.js';
import type { VirtualClock } from './virtual-clock.js';
import type { World } from './world.js';

/** Signing takes ten milliseconds, and all histories begin at the same time. */
const signatures = new Map<number, string>();

function signatureOf(round: number): string {
  const signature = signatures.get(round) ?? signRound(round).signature;
  signatures.set(round, signature);
  return signature;
}

/** A relay of the chain, which has each round from its time on. */
export function createRelay(clock: VirtualClock): Service {
  return async ({ path }) => {
    const round = Number(path.split('/').at(-1));
    if (timeOfRound(DEVELOPMENT_CHAIN, round) * 1_000 > clock.nowMs()) return { status: 425, body: '{}' };
    return { status: 200, body: JSON.stringify({ round, signature: signatureOf(round) }) };
  };
}

/** Keeps the rounds that decide blocks, as if a process had fetched them; without `early` those whose time has come. */
export async function publishRounds({ postgres, gateways, clock }: World, { early }: { early: boolean }): Promise<number> {
  const { chain } = gateways[0]!.app.rounds;
  const wanted = await postgres.ask<{ round: string }>(
    `SELECT DISTINCT round FROM quota_allocations a WHERE round IS NOT NULL
       AND NOT EXISTS (SELECT FROM beacon_rounds b WHERE b.round = a.round AND b.signature IS NOT NULL) ORDER BY round`,
  );
  const rounds = wanted
    .map(({ round }) => Number(round))
    .filter((round) => early || timeOfRound(chain, round) * 1_000 <= clock.nowMs());
  for (const round of rounds) {
    await postgres.ask(
      `INSERT INTO beacon_rounds (chain, round, signature, claimed_until) VALUES ($1, $2, $3, now())
       ON CONFLICT (chain, round) DO UPDATE SET signature = excluded.signature`,
      [chain.hash, round, Buffer.from(signatureOf(round), 'hex')],
    );
  }
  return rounds.length;
}
