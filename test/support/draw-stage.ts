import type { App } from '../../src/context.js';
import { signRound } from '../../src/development/beacon/sign-round.js';
import { processDraws } from '../../src/draws/draw-worker.js';
import { createBackoff } from '../../src/platform/backoff.js';
import { anAdmin } from './actors.js';
import { aPaidOrder } from './order-rows.js';
import { raffleDesk } from './raffles.js';
import { answerJson, startRemoteService, type RemoteService } from './sandbox.js';
import { seedProviders } from './sales.js';
import { startTestServer, type TestServer } from './start.js';
import { withoutTriggers } from './without-triggers.js';

export type HostAnswer = 'round' | 'not yet' | 'lie' | 'nothing';

const DRAW = `
  raffleId mode status frozenAt manifest manifestHash chainName chainHash round dueAt contest signature results drawnAt proofUrl
  winners { id position prize luckyNumber winnerName orderId userId raffleTitle }`;

export async function startDrawStage() {
  let answer: HostAnswer = 'round';
  const host: RemoteService = await startRemoteService(({ url }, response) => {
    const round = Number(url.split('/').at(-1));
    if (answer === 'nothing') response.destroy();
    else if (answer === 'not yet') answerJson(response, 425, {});
    else answerJson(response, 200, { ...signRound(round + (answer === 'lie' ? 1 : 0)), round });
  });
  const server = await startTestServer({ beacon: { chain: 'development', hosts: [host.url] } });
  await seedProviders(server);
  const admin = await anAdmin(server);
  const desk = raffleDesk(server, admin.token);

  const createWinner = async (raffleId: string, input: Record<string, unknown> = {}, token = admin.token, at = server) => {
    const mutation = `mutation ($raffleId: ID!, $input: DrawInput) { createWinner(raffleId: $raffleId, input: $input) { ${DRAW} } }`;
    const { data, errors } = await at.graphql(mutation, { raffleId, input }, { token });
    return { draw: data?.createWinner, error: errors?.[0]?.extensions, message: errors?.[0]?.message };
  };
  return {
    server,
    admin,
    desk,
    host,
    answers(how: HostAnswer) {
      answer = how;
    },
    createWinner,
    async drawProof(raffleId: string, token?: string) {
      const { data, errors } = await server.graphql(
        `query ($raffleId: ID!) { drawProof(raffleId: $raffleId) { ${DRAW} } }`,
        { raffleId },
        { token },
      );
      const draw = data?.drawProof;
      // The file that anybody downloads.
      const proof = draw?.proofUrl ? await (await fetch(`${server.url}${draw.proofUrl}`)).text() : null;
      return { draw: draw && { ...draw, proof }, error: errors?.[0]?.extensions };
    },
    async aClosedRaffle(quantities: number[], input: Record<string, unknown> = {}) {
      const id = await desk.open(input);
      const orders = [];
      for (const quantity of quantities) orders.push(await aPaidOrder(server, id, quantity));
      await desk.update(id, { status: 'CLOSED' });
      return { id, orders };
    },
    /** A round of the worker, which waits for nothing. */
    work: (app: App = server.app) => processDraws(app, createBackoff({ firstMs: 0, longestMs: 0 })),
    stop: async () => {
      await server.stop();
      await host.stop();
    },
  };
}

export type DrawStage = Awaited<ReturnType<typeof startDrawStage>>;

/** As if the time of the round had come. What is written of a draw stays, but for who may put the triggers aside. */
export async function comesDue({ app }: Pick<TestServer, 'app'>, raffleId: string): Promise<void> {
  await withoutTriggers({ app }, `UPDATE draws SET due_at = now() - interval '1 minute' WHERE raffle_id = '${raffleId}'`);
}
