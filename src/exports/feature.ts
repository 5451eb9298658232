import { defineFeature } from '../feature.js';
import { luckyNumbers } from '../lucky-numbers/feature.js';
import { orders } from '../orders/feature.js';
import { createWakeUp, type WakeUp } from '../platform/wake-up.js';
import { raffles } from '../raffles/feature.js';
import { secrets } from '../secrets/feature.js';
import { del, get, post } from '../rest/route.js';
import { users } from '../users/feature.js';
import { exportFilePaths, mountExportFile } from './export-file.route.js';
import { ExportResolver } from './export.resolver.js';
import { KEPT_DAYS } from './export.service.js';
import { purgeOldExports, purgeOldParts } from './export.sql.js';
import { ExportScheduleResolver } from './export-schedule.resolver.js';
import { makeDueExports } from './export-schedule.service.js';
import { makeExports } from './export-worker.js';
import { exportsTexts } from './exports.texts.js';

declare module '../context.js' {
  interface App {
    exportWakeUp: WakeUp;
  }
}

export const exports = defineFeature('exports', {
  needs: [secrets, users, raffles, orders, luckyNumbers],
  parts: () => ({ exportWakeUp: createWakeUp() }),
  texts: exportsTexts,
  resolvers: [ExportResolver, ExportScheduleResolver],
  rest: [
    get('/v1/exports', 'exports'),
    post('/v1/exports', 'createExport'),
    get('/v1/exports/schedules', 'exportSchedules'),
    post('/v1/exports/schedules', 'createExportSchedule'),
    del('/v1/exports/schedules/:id', 'deleteExportSchedule'),
    get('/v1/exports/:id', 'export'),
    post('/v1/exports/:id/stop', 'stopExport', { status: 200 }),
    del('/v1/exports/:id', 'deleteExport'),
  ],
  http: { forBrowsers: mountExportFile },
  openapi: { tags: { exports: 'Files of orders, made in the background and by schedules.' }, paths: exportFilePaths },
  workers: [
    { name: 'exports.making', everyMs: 5_000, run: (app) => makeExports(app), wakeUp: ({ exportWakeUp }) => exportWakeUp },
    { name: 'exports.scheduling', everyMs: 15_000, run: makeDueExports },
  ],
  retention: [
    { statement: purgeOldParts, days: KEPT_DAYS, ofPerson: null },
    {
      statement: purgeOldExports,
      days: KEPT_DAYS,
      ofPerson: {
        'pt-BR': {
          data: 'Arquivos com pedidos, nomes, telefones e CPF, que a administração pediu',
          purpose: 'Conferir as vendas e prestar contas',
        },
        en: {
          data: 'Files with orders, names, phones and CPF that operators asked for',
          purpose: 'To check the sales and to account for them',
        },
      },
    },
  ],
  sealed: [{ table: 'export_parts', column: 'sealed', key: 'id', keyType: 'uuid' }],
  logEvents: {
    'exports.making.failed': {
      level: 'error',
      advice: 'An export waits, and goes on within a minute where it was. Read `err`, and check PostgreSQL.',
    },
    'exports.given_up': {
      level: 'error',
      advice:
        'The export `exportId` failed several times in the same place, see `exports.making.failed` before. There is no file of it.',
    },
    'exports.scheduling.failed': {
      level: 'error',
      advice: 'Scheduled exports are late until the next attempt, 15 seconds later. Read `err`, and check PostgreSQL.',
    },
    'exports.file.failed': {
      level: 'warn',
      advice: 'A download of an export broke off, see `err`. The file is incomplete: download it again.',
    },
  },
});
