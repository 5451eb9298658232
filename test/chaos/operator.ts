import { setTimeout as sleep } from 'node:timers/promises';
import type { Insist, Tally } from './buyers.js';
import type { Stage } from './stage.js';

const ASKS_AGAIN_MS = 1_000;

const CLOSE = 'mutation ($id: ID!) { answer: updateRaffle(id: $id, input: { status: CLOSED }) { id } }';
const DRAW = `mutation ($id: ID!) { answer: createWinner(raffleId: $id, input: { force: true }) {
  id: raffleId status manifestHash winners { position luckyNumber orderId } } }`;

export interface ToldDraw {
  id: string;
  status: 'FREEZING' | 'FROZEN' | 'DRAWN';
  manifestHash: string | null;
  winners: { position: number; luckyNumber: string; orderId: string }[];
}

export interface Operator {
  stop(): Promise<void>;
  /** Of all raffles, in the end. */
  closeRest(): Promise<void>;
  drawRest(): Promise<void>;
}

/**
 * Closes one raffle after the other while they sell, and has it frozen and drawn. Each time two requests at once, which may come to two
 * gateways.
 */
export function startOperator(options: { stage: Stage; everyMs: number; insist: Insist; tally: Pick<Tally, 'draws'> }): Operator {
  const { stage, everyMs, insist, tally } = options;
  const { operatorToken, raffles } = stage;
  const { drawn, ...others } = raffles;
  const all = [...drawn, ...Object.values(others)];
  const stopping = new AbortController();

  async function draw(id: string): Promise<boolean> {
    const answers = await Promise.all([1, 2].map(() => insist<ToldDraw>(DRAW, { id }, operatorToken)));
    const told = answers.flatMap((answer) => (answer.kind === 'DONE' ? [answer.data] : []));
    tally.draws.push(...told);
    return told.some(({ status }) => status === 'DRAWN');
  }
  const close = (id: string): Promise<unknown> => insist(CLOSE, { id }, operatorToken);
  const pause = (ms: number): Promise<unknown> => sleep(ms, undefined, { signal: stopping.signal }).catch(() => undefined);

  const drawing: Promise<void>[] = [];
  async function closeAndDraw(id: string): Promise<void> {
    await close(id);
    while (!(await draw(id)) && !stopping.signal.aborted) await pause(ASKS_AGAIN_MS);
  }
  const working = (async () => {
    for (const id of drawn) {
      await pause(everyMs);
      if (!stopping.signal.aborted) drawing.push(closeAndDraw(id));
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await working;
      await Promise.all(drawing);
    },
    async closeRest() {
      for (const id of all) await close(id);
    },
    async drawRest() {
      for (const id of all) await draw(id);
    },
  };
}
