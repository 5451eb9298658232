import type { App } from '../../src/context.js';
import { timeOfRound } from '../../src/proof/chain.js';
import { publishRounds, roundsOfBlocks } from '../support/rounds.js';

const EVERY_MS = 500;
/** It is away for the first third of each of these. */
const PERIOD_MS = 15_000;

/** Keeps the rounds that decide blocks as they come due, as if a process had fetched them: there is no network. Away at times. */
export function startBeacon({ db, rounds }: App): { stop(): Promise<void> } {
  let seen = 0;
  let publishing = Promise.resolve();
  const publish = async (): Promise<void> => {
    const due = (await roundsOfBlocks({ db, rounds })).filter(
      (round) => round > seen && timeOfRound(rounds.chain, round) <= Date.now() / 1_000,
    );
    await publishRounds({ db, rounds }, due);
    seen = due.at(-1) ?? seen;
  };
  const beganAtMs = Date.now();
  const timer = setInterval(() => {
    if ((Date.now() - beganAtMs) % PERIOD_MS < PERIOD_MS / 3) return;
    // PostgreSQL is away at times; the next turn finds what is missing.
    publishing = publishing.then(publish).catch(() => undefined);
  }, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await publishing;
    },
  };
}
