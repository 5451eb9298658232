import { createExport, listExports, stopExport } from '../../src/exports/export.service.js';
import { makeExports } from '../../src/exports/export-worker.js';
import { createSchedule, deleteSchedule, listSchedules, makeDueExports } from '../../src/exports/export-schedule.service.js';
import type { FeatureTests } from '../features.js';
import type { ActStage } from '../support/operator-acts.js';

const TESTS = ['test/exports.test.ts'];

const anExport = async (stage: ActStage) => ({ input: { raffleId: await stage.aRaffle(), language: 'PT_BR' } });
/** Not of a worker of the service: each of them may have ended by then. */
async function aWaitingExport({ server, admin, aRaffle }: ActStage) {
  const { id } = await server.app.db.prisma.export.create({
    data: {
      id: crypto.randomUUID(),
      createdBy: admin.id,
      raffleId: await aRaffle(),
      placedTo: new Date(),
      isEnglish: false,
      // Held by a process of another place.
      state: 'RUNNING',
      heldUntil: new Date(Date.now() + 3_600_000),
    },
  });
  return { id };
}
const aSchedule = async (stage: ActStage) => ({
  input: { raffleId: await stage.aRaffle(), language: 'PT_BR', onlyNew: true, frequency: 'WEEKLY', day: 1, hour: 7 },
});

export const exports: FeatureTests = {
  operations: `
    exports               A(OF)  GET /v1/exports
    export                A(OF)  GET /v1/exports/{id}
    createExport          A(OF)  POST /v1/exports
    stopExport            A(OF)  POST /v1/exports/{id}/stop
    deleteExport          A(OF)  DELETE /v1/exports/{id}
    downloadExport        A(OF)  GET /v1/exports/{id}/file
    exportSchedules       A(OF)  GET /v1/exports/schedules
    createExportSchedule  A(OF)  POST /v1/exports/schedules
    deleteExportSchedule  A(OF)  DELETE /v1/exports/schedules/{id}`,
  acts: {
    createExport: anExport,
    stopExport: aWaitingExport,
    deleteExport: aWaitingExport,
    createExportSchedule: aSchedule,
    deleteExportSchedule: async (stage) => ({ id: (await stage.done('createExportSchedule', await aSchedule(stage))).id }),
  },
  matrix: async (stage) => ({ ids: { Export: (await aWaitingExport(stage)).id } }),
  people: ({ admin, of }) => ({
    'export orders to a file': async () => {
      for (const raffleId of [of.raffles.huge, null])
        for (const status of [undefined, 'PAID'] as const)
          for (const from of [undefined, of.halfWay]) {
            const { id } = await createExport(admin, {
              raffleId,
              language: 'PT_BR',
              ...(status && { status }),
              ...(from && { from }),
            });
            await makeExports(admin);
            await stopExport(admin, id).catch(() => undefined);
          }
      await listExports(admin);
    },
    'schedule exports': async () => {
      const { id } = await createSchedule(admin, { language: 'EN', onlyNew: true, frequency: 'DAILY', hour: 3 });
      await listSchedules(admin);
      await deleteSchedule(admin, id);
    },
  }),
  rounds: ({ app }) => ({
    'exports.making': () => makeExports(app),
    'exports.scheduling': () => makeDueExports(app),
  }),
  lists: () => ({ exports: {}, exportSchedules: {} }),
  faults: {
    'src/exports/export-file.route.ts': [
      {
        name: 'the file of an export is sent to who may not see money',
        find: "EXPORT_FILE_OPERATORS: readonly OperatorRole[] = ['FINANCE'];",
        replace: "EXPORT_FILE_OPERATORS: readonly OperatorRole[] = ['FINANCE', 'SUPPORT'];",
        tests: TESTS,
      },
    ],
    'src/exports/export.sql.ts': [
      {
        name: 'a process that lost an export keeps a part of it',
        find: "WHERE e.id = $1 AND e.claim = $2 AND e.state = 'RUNNING' RETURNING e.id, e.parts",
        replace: "WHERE e.id = $1 AND $2::uuid IS NOT NULL AND e.state = 'RUNNING' RETURNING e.id, e.parts",
        tests: TESTS,
      },
      {
        name: 'an export goes on after it was stopped',
        find: "WHERE e.id = $1 AND e.claim = $2 AND e.state = 'RUNNING' RETURNING e.id, e.parts",
        replace: 'WHERE e.id = $1 AND e.claim = $2 RETURNING e.id, e.parts',
        tests: TESTS,
      },
    ],
    'src/exports/export-schedule.sql.ts': [
      {
        name: 'each process makes the export that is due',
        find: 'FOR UPDATE OF s SKIP LOCKED',
        replace: '',
        tests: TESTS,
      },
    ],
    'src/exports/export-schedule.service.ts': [
      {
        name: 'two schedules that are made at once are the twentieth and the twenty-first',
        find: '    await tx.query(lockExports);\n    if ((await tx.prisma.exportSchedule',
        replace: '    if ((await tx.prisma.exportSchedule',
        tests: TESTS,
      },
      {
        name: 'a schedule exports for who may not export any more',
        find: 'isActive && (await makeRoom(tx))',
        replace: 'await makeRoom(tx)',
        tests: TESTS,
      },
    ],
  },
};
