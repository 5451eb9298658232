import { findBulkAct, listBulkActs, listFailures, startBulkAct, stopBulkAct } from '../../src/bulk-acts/bulk-act.service.js';
import { runBulkActs } from '../../src/bulk-acts/bulk-act-worker.js';
import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';

const TESTS = ['test/bulk-acts.test.ts'];

/** All answer that there is no such one, so nothing changes beside the act. */
const ofNothing = { orderIds: ['999999999'] };

/** Not of a worker of the service: it may have ended by then. */
async function aRunningAct({ server, admin }: Pick<ActStage, 'server' | 'admin'>) {
  const { id } = await server.app.db.prisma.bulkAct.create({
    data: {
      id: crypto.randomUUID(),
      createdBy: admin.id,
      kind: 'CONTACT_PRIZE_WINNERS',
      clientAddress: '127.0.0.1',
      requestId: 'test',
      total: 2,
      // Held by a process of another place.
      state: 'RUNNING',
      heldUntil: new Date(Date.now() + 3_600_000),
    },
  });
  return { id };
}

export const bulkActs: FeatureTests = {
  operations: `
    bulkActs             A(OFMS)  GET /v1/bulk-acts
    bulkAct              A(OFMS)  GET /v1/bulk-acts/{id}
    bulkActFailures      A(OFMS)  GET /v1/bulk-acts/{bulkActId}/failures
    cancelOrders         A(OS)    POST /v1/bulk-acts/cancel-orders
    refundOrders         A(OF)    POST /v1/bulk-acts/refund-orders
    blockUsers           A(OS)    POST /v1/bulk-acts/block-users
    contactPrizeWinners  A(OFMS)  POST /v1/bulk-acts/contact-prize-winners
    stopBulkAct          A(OFMS)  POST /v1/bulk-acts/{id}/stop`,
  acts: {
    cancelOrders: async () => ({ input: ofNothing }),
    refundOrders: async () => ({ input: ofNothing }),
    blockUsers: async () => ({ input: { userIds: [crypto.randomUUID()], reason: 'bots' } }),
    contactPrizeWinners: async () => ({ input: { wonPrizeIds: [crypto.randomUUID()] } }),
    stopBulkAct: aRunningAct,
  },
  async matrix(stage) {
    const { id } = await aRunningAct(stage);
    return { ids: { BulkAct: id, bulkActId: id } };
  },
  people: ({ admin }) => ({
    'do it to many': async () => {
      const { id } = await startBulkAct(admin, 'CANCEL_ORDERS', { ids: ['999999998', '999999999'] });
      await runBulkActs(admin);
      await findBulkAct(admin, id);
      await listBulkActs(admin);
      await listFailures(admin, id);
      const { id: other } = await startBulkAct(admin, 'CANCEL_ORDERS', { ids: ['999999999'] });
      await stopBulkAct(admin, other);
    },
  }),
  rounds: ({ app }) => ({ 'bulk_acts.running': () => runBulkActs(app) }),
  lists: () => ({ bulkActs: {}, bulkActFailures: {} }),
  faults: {
    'src/bulk-acts/bulk-act-worker.ts': [
      {
        name: 'an act on many goes on for who may not do it any more',
        find: ' && mayDo(kind, operatorRole) ? operatorRole : undefined',
        replace: ' ? operatorRole : undefined',
        tests: TESTS,
      },
      {
        name: 'an act on many goes on after its operator was logged out everywhere',
        find: ' && version === tokenVersion',
        replace: '',
        tests: TESTS,
      },
      {
        name: 'one of many is done again after a crash',
        find: 'if (act.attempts > 1) {',
        replace: 'if (act.attempts > 1_000) {',
        tests: TESTS,
      },
    ],
    'src/bulk-acts/bulk-act.sql.ts': [
      {
        name: 'an act on many goes on after it was stopped',
        find: "SELECT id FROM kept WHERE state = 'RUNNING'",
        replace: 'SELECT id FROM kept',
        tests: TESTS,
      },
      {
        name: 'a process that lost an act on many counts one twice',
        find: "WHERE b.id = $1 AND b.claim = $2 AND b.state IN ('RUNNING', 'STOPPED')",
        replace: "WHERE b.id = $1 AND $2::uuid IS NOT NULL AND b.state IN ('RUNNING', 'STOPPED')",
        tests: TESTS,
      },
    ],
  },
};
