import { randomUUID } from 'node:crypto';
import { lapsePrizes } from '../../src/won-prizes/lapse-prizes.js';
import { owedFigures } from '../../src/won-prizes/owed-figures.js';
import {
  claimWonPrize,
  contactPrizeWinner,
  deliverPrize,
  findWonPrize,
  owedPrizes,
  reopenWonPrize,
} from '../../src/won-prizes/won-prize.service.js';
import type { FeatureTests } from '../features.js';
import { unlessRefused } from '../support/million-stage.js';
import type { ActStage } from '../support/operator-acts.js';
import { aWonPrize } from '../support/won-prizes.js';

const WON = ['test/won-prizes.test.ts'];

const owed = async ({ server, aRaffle }: ActStage) => ({ id: (await aWonPrize(server, await aRaffle())).id });

export const wonPrizes: FeatureTests = {
  operations: `
    wonPrizes           A        GET /v1/won-prizes
    myWonPrizes         U        GET /v1/won-prizes/mine
    wonPrizesOfUser     A        GET /v1/users/{userId}/won-prizes
    wonPrize            U A      GET /v1/won-prizes/{id}
    owedPrizes          A(OFMS)  GET /v1/won-prizes/owed
    exportWonPrizes     A(OF)    GET /v1/raffles/{raffleId}/won-prizes.csv
    claimWonPrize       U        PATCH /v1/won-prizes/{id}/claim
    contactPrizeWinner  A(OFMS)  PATCH /v1/won-prizes/{id}/contact
    deliverPrize        A(OFM)   PATCH /v1/won-prizes/{id}/deliver
    reopenWonPrize      A(OFM)   PATCH /v1/won-prizes/{id}/reopen
    denyPrize           A(OF)    PATCH /v1/won-prizes/{id}/deny`,
  acts: {
    contactPrizeWinner: owed,
    deliverPrize: async (stage) => ({ ...(await owed(stage)), input: { note: 'PIX E123' } }),
    denyPrize: async (stage) => {
      const { app } = stage.server;
      const raffleId = await stage.aRaffle();
      const { id, orderId } = await aWonPrize(stage.server, raffleId);
      const { id: paymentId } = await app.db.prisma.payment.findFirstOrThrow({ where: { orderId } });
      const taken = {
        id: randomUUID().replaceAll('-', ''),
        paymentId,
        amount: 100n,
        status: 'RETURNED',
        initiator: 'BANK',
      } as const;
      await app.db.prisma.refund.create({ data: taken });
      return { id, reason: 'the money went back' };
    },
    reopenWonPrize: async (stage) => {
      const variables = await owed(stage);
      await stage.done('contactPrizeWinner', variables);
      return { ...variables, reason: 'another winner' };
    },
  },
  async matrix({ server, raffleId, buyer }) {
    const { id } = await aWonPrize(server, raffleId, { userId: buyer.id });
    return { ids: { WonPrize: id } };
  },
  people({ app, admin, heavyBuyer, idOf }) {
    const owedTo = (user: string) => idOf(`won_prizes WHERE user_id = '${user}' AND state = 'WON' AND shown_at IS NOT NULL`);
    let id = '';
    return {
      'show a won prize': async () => findWonPrize(admin, (id = await idOf("won_prizes WHERE state = 'WON'"))),
      'tell a winner': () => contactPrizeWinner(admin, id),
      'deliver a prize': () => deliverPrize(admin, id, { note: 'PIX' }),
      'reopen a prize': () => reopenWonPrize(admin, id, 'mistake'),
      'claim a prize': async () => {
        if (heavyBuyer.principal.role === 'USER')
          await unlessRefused(claimWonPrize(heavyBuyer, await owedTo(heavyBuyer.principal.id)));
      },
      'sum what is owed': () => owedPrizes(admin, null),
      'read the figures of what is owed': () => owedFigures(app).read(),
    };
  },
  rounds: ({ app }) => ({ 'won_prizes.lapsing': () => lapsePrizes(app) }),
  events: { own: ['prize.delivered', 'prize.lapsed', 'prize.denied'] },
  lists: ({ raffles, from, to, time, uuid }) => ({
    wonPrizesOfUser: { after: [time, uuid] },
    wonPrizes: {
      after: [time, uuid],
      filters: [
        'kind: DRAW',
        'state: WON',
        'kind: DRAW, state: WON',
        `${from}, ${to}`,
        `raffleId: "${raffles.huge}"`,
        `raffleId: "${raffles.small}", kind: QUOTA_PRIZE, state: LAPSED, ${from}, ${to}`,
      ],
    },
    myWonPrizes: { after: [time, uuid], raffleIds: [undefined, raffles.huge] },
  }),
  faults: {
    'src/won-prizes/register.sql.ts': [
      {
        name: 'a prize stays with an account that has ended',
        find: 'WHERE w.order_id = o.id AND w.user_id = ANY ($1::uuid[])',
        replace: 'WHERE w.order_id <> o.id AND w.user_id = ANY ($1::uuid[])',
        tests: ['test/merged-accounts.test.ts'],
      },
      {
        name: 'a closed box is in the list of its buyer',
        // Without its condition alone nothing is shown: no page has a row that has no time.
        find: `where: 'w.user_id = $1 AND w.shown_at IS NOT NULL AND ($2::uuid IS NULL OR w.raffle_id = $2)',
  key: [
    ['shownAt', INSTANT, 'w.shown_at'],`,
        replace: `where: 'w.user_id = $1 AND ($2::uuid IS NULL OR w.raffle_id = $2)',
  key: [
    ['wonAt', INSTANT, 'w.won_at'],`,
        tests: WON,
      },
      {
        name: 'a prize that was claimed lapses',
        find: 'AND ${OWED} AND w.claimed_at IS NULL\n      ORDER BY',
        replace: 'AND ${OWED}\n      ORDER BY',
        tests: WON,
      },
      {
        name: "a closed box is told of in the export of its buyer's data",
        find: 'WHERE w.user_id = $1 AND w.shown_at IS NOT NULL\n    AND w.id >',
        replace: 'WHERE w.user_id = $1\n    AND w.id >',
        tests: WON,
      },
    ],
    'src/won-prizes/refuse-refund.ts': [
      {
        name: 'an order that won is refunded',
        find: "return won ? textOf('wonPrizes.orderWon') : undefined;",
        replace: "return won && id === '' ? textOf('wonPrizes.orderWon') : undefined;",
        tests: WON,
      },
    ],
    'src/won-prizes/won-prize.service.ts': [
      {
        name: 'a buyer reads what is in a closed box',
        find: 'prize?.userId === principal.id && prize.shownAt !== null)',
        replace: 'prize?.userId === principal.id)',
        tests: WON,
      },
      {
        name: 'a delivery without a receipt is recorded',
        find: "throw refuseField('note', 'wonPrizes.receiptNeeded');",
        replace: "receipt.receiptNote = '-';",
        tests: WON,
      },
    ],
  },
};
