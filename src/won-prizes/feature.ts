import type { App } from '../context.js';
import { disputes } from '../disputes/feature.js';
import { defineFeature, type LoadersOf } from '../feature.js';
import { files } from '../files/feature.js';
import { prizes } from '../prizes/feature.js';
import { quotas } from '../quotas/feature.js';
import type { QuotaHook } from '../quotas/locked-quotas.js';
import { raffles } from '../raffles/feature.js';
import { refunds } from '../refunds/feature.js';
import { get, patch } from '../rest/route.js';
import { users } from '../users/feature.js';
import { webhooks } from '../webhooks/feature.js';
import { lapsePrizes } from './lapse-prizes.js';
import { owedFigures } from './owed-figures.js';
import { refuseRefundOfWin } from './refuse-refund.js';
import { mountRegisterExport, registerExportPaths } from './register-export.route.js';
import { forgetReceiptNotes, moveWonPrizes, selectPersonalWonPrizes } from './register.sql.js';
import { tellWinsOfCalledOff } from './tell-called-off.js';
import { loaders } from './won-prize.loader.js';
import { WonPrizeResolver } from './won-prize.resolver.js';
import { wonPrizesTexts } from './won-prizes.texts.js';

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

const WON_PRIZE = { with: { receipt: {}, winner: { as: 'Buyer', only: ['id', 'name', 'phone', 'cpf'] } } };

const refundHook = (app: Pick<App, 'deliveries'>): QuotaHook => ({
  allocated: () => Promise.resolve(),
  refusal: refuseRefundOfWin,
  async voided(tx, orders) {
    const orderIds = orders.map(({ id }) => id);
    await tellWinsOfCalledOff(app, tx, orderIds);
  },
});

export const wonPrizes = defineFeature('won-prizes', {
  needs: [disputes, prizes, quotas, raffles, refunds, files, users, webhooks],
  texts: wonPrizesTexts,
  loaders,
  accountMoves: async (tx, from, to) => void (await tx.query(moveWonPrizes, [from, to])),
  forgets: [forgetReceiptNotes],
  resolvers: [WonPrizeResolver],
  http: { forBrowsers: mountRegisterExport },
  openapi: {
    paths: registerExportPaths,
    tags: { 'won-prizes': 'The register of prizes that were won, and what became of them.' },
  },
  rest: [
    get('/v1/won-prizes', 'wonPrizes', WON_PRIZE),
    get('/v1/won-prizes/mine', 'myWonPrizes', WON_PRIZE),
    get('/v1/won-prizes/owed', 'owedPrizes'),
    get('/v1/won-prizes/:id', 'wonPrize', WON_PRIZE),
    get('/v1/users/:userId/won-prizes', 'wonPrizesOfUser', WON_PRIZE),
    patch('/v1/won-prizes/:id/claim', 'claimWonPrize', WON_PRIZE),
    patch('/v1/won-prizes/:id/contact', 'contactPrizeWinner', WON_PRIZE),
    patch('/v1/won-prizes/:id/deliver', 'deliverPrize', WON_PRIZE),
    patch('/v1/won-prizes/:id/reopen', 'reopenWonPrize', WON_PRIZE),
    patch('/v1/won-prizes/:id/deny', 'denyPrize', WON_PRIZE),
  ],
  quotaHook: refundHook,
  workers: [{ name: 'won_prizes.lapsing', everyMs: 60_000, run: lapsePrizes }],
  figures: (app) => [owedFigures(app)],
  personalData: { wonPrizes: { rows: selectPersonalWonPrizes } },
  logEvents: {
    'won_prizes.export.failed': {
      level: 'warn',
      advice: 'An export of the prizes won in a raffle failed, see `err`. The file is incomplete: export it again.',
    },
    'won_prizes.lapsing.failed': {
      level: 'error',
      advice: 'Prizes that nobody claimed do not lapse. Read `err`. It is retried in a minute.',
    },
  },
});
