import type { App } from '../../src/context.js';
import { signRound } from '../../src/development/beacon/sign-round.js';
import { processDraws } from '../../src/draws/draw-worker.js';
import { createBackoff } from '../../src/platform/backoff.js';
import { anAdmin } from './actors.js';
import { eventually } from './eventually.js';
import { aPaidOrder } from './order-rows.js';
import { raffleDesk } from './raffles.js';
import { answerJson, startRemoteService, type RemoteService } from './sandbox.js';
import { seedProviders } from './sales.js';
import { startTestServer, type TestServer } from './start.js';
import { withoutTriggers } from './without-triggers.js';

export type HostAnswer = 'round' | 'not yet' | 'lie' | 'nothing';

const DRAW = `
  raffleId mode status awaits frozenAt manifest manifestHash chainName chainHash round dueAt contest contestDate signature results confirmation typedResults { results typedAt }
  confirmableAt drawnAt proofUrl
  winners { id position prize luckyNumber winnerName orderId userId raffleTitle }`;

export async function startDrawStage() {
  let answer: HostAnswer = 'round';
  const withheld = new Set<number>();
  const host: RemoteService = await startRemoteService(({ url }, response) => {
    const round = Number(url.split('/').at(-1));
    if (answer === 'nothing') response.destroy();
    else if (answer === 'not yet' || withheld.has(round)) answerJson(response, 425, {});
    else answerJson(response, 200, { ...signRound(round + (answer === 'lie' ? 1 : 0)), round });
  });
  const server = await startTestServer({ beacon: { chain: 'development', hosts: [host.url] } });
  await seedProviders(server);
  const admin = await anAdmin(server);
  const second = await anAdmin(server, 'MANAGER');
  const desk = raffleDesk(server, admin.token);

  const createWinner = async (raffleId: string, input: Record<string, unknown> = {}, token = admin.token, at = server) => {
    const mutation = `mutation ($raffleId: ID!, $input: DrawInput) { createWinner(raffleId: $raffleId, input: $input) { ${DRAW} } }`;
    const { data, errors } = await at.graphql(mutation, { raffleId, input }, { token });
    return { draw: data?.createWinner, error: errors?.[0]?.extensions, message: errors?.[0]?.message };
  };
  const drawProof = async (raffleId: string, token?: string) => {
    const { data, errors } = await server.graphql(
      `query ($raffleId: ID!) { drawProof(raffleId: $raffleId) { ${DRAW} } }`,
      { raffleId },
      { token },
    );
    const draw = data?.drawProof;
    // The file that anybody downloads.
    const proof = draw?.proofUrl ? await (await fetch(`${server.url}${draw.proofUrl}`)).text() : null;
    return { draw: draw && { ...draw, proof }, error: errors?.[0]?.extensions };
  };
  /** A round of the worker, which waits for nothing. */
  const work = (app: App = server.app) => processDraws(app, createBackoff({ firstMs: 0, longestMs: 0 }));
  return {
    server,
    admin,
    second,
    desk,
    host,
    answers(how: HostAnswer) {
      answer = how;
    },
    /** The hosts do not have it, whatever else they answer. */
    withholds: (round: number) => void withheld.add(round),
    createWinner,
    /** Both operators type the results. The answer is the second one's. */
    async typeResults(raffleId: string, results: readonly string[], confirmStartNumber: string) {
      await contestIsHeld(server, raffleId);
      const first = await createWinner(raffleId, { results, confirmStartNumber });
      return first.error ? first : createWinner(raffleId, { results, confirmStartNumber }, second.token);
    },
    drawProof,
    /** The proof is made moments after the draw. */
    provenDraw: (raffleId: string) =>
      eventually(async () => {
        await work();
        const { draw } = await drawProof(raffleId);
        return draw?.proof ? draw : undefined;
      }),
    /** As buyers keep them. */
    async receiptsOf(orderId: bigint, token = admin.token) {
      const query = `query ($orderId: ID!) { bookReceipt(orderId: $orderId) {
        raffleId orderId index leaf salt path head { size root at } round roundDueAt isVoid } }`;
      const { data, errors } = await server.graphql(query, { orderId: String(orderId) }, { token });
      return { receipts: data?.bookReceipt, code: errors?.[0]?.extensions.code };
    },
    async aClosedRaffle(quantities: number[], input: Record<string, unknown> = {}) {
      const id = await desk.open(input);
      const orders = [];
      for (const quantity of quantities) orders.push(await aPaidOrder(server, id, quantity));
      await desk.update(id, { status: 'CLOSED' });
      return { id, orders };
    },
    work,
    stop: async () => {
      await server.stop();
      await host.stop();
    },
  };
}

export type DrawStage = Awaited<ReturnType<typeof startDrawStage>>;

/** As if the time of the round had come. What is written of a draw stays, but for who may put the triggers aside. */
export async function comesDue({ app }: Pick<TestServer, 'app'>, raffleId: string): Promise<void> {
  await withoutTriggers({ app }, `UPDATE draws SET due_at = now() WHERE raffle_id = '${raffleId}'`);
}

/** A contest still to be held, as one types it. */
export function aContest(daysAhead = 3): { contest: number; contestDate: string } {
  const day = new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);
  const weeks = (Date.parse(day) - Date.UTC(2025, 7, 13)) / (7 * 86_400_000);
  return { contest: 5_991 + Math.round(2 * weeks), contestDate: day };
}

/** As if the raffle had been frozen two hours before the contest, which is just over. */
export async function contestIsHeld(server: Pick<TestServer, 'app'>, raffleId: string): Promise<void> {
  const times = "frozen_at = now() - interval '2 hours', due_at = now() - interval '1 minute'";
  await withoutTriggers(server, `UPDATE draws SET ${times} WHERE raffle_id = '${raffleId}'`);
}
