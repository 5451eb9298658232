import type { Context } from '../context.js';
import { selectOpenBulkActs } from '../bulk-acts/bulk-act.sql.js';
import { estimatedEnd, progressOf, titleOf } from '../exports/export.service.js';
import { selectOpenExports } from '../exports/export.sql.js';
import { selectDrawsUnderWay, selectRefundsUnderWay } from './background-work.sql.js';
import type { BackgroundWork } from './background-work.type.js';

/** Of each kind. */
const MOST = 50;

export async function listWork(ctx: Context): Promise<BackgroundWork[]> {
  const kinds = await Promise.all([exportsOf(ctx), bulkActsOf(ctx), refundsOf(ctx), drawsOf(ctx)]);
  return kinds.flat();
}

async function exportsOf(ctx: Context): Promise<BackgroundWork[]> {
  const { principal, db } = ctx;
  if (principal.role !== 'ADMIN' || !['OWNER', 'FINANCE'].includes(principal.operatorRole)) return [];
  const rows = await db.query(selectOpenExports, [MOST]);
  return Promise.all(
    rows.map(async (row) => {
      const { id, raffleId, rowsDone: done, rowsTotal: total, startedAt } = row;
      const progress = progressOf(row);
      const how = { done, total, progress, startedAt, estimatedEnd: estimatedEnd(startedAt, progress), canStop: true };
      return { id, kind: 'EXPORT' as const, raffleId, raffleTitle: await titleOf(ctx, raffleId), ...how };
    }),
  );
}

async function bulkActsOf({ db }: Context): Promise<BackgroundWork[]> {
  const rows = await db.query(selectOpenBulkActs, [MOST]);
  return rows.map(({ id, kind, tried: done, total, startedAt }) => {
    const progress = done / total;
    const how = { done, total, progress, startedAt, estimatedEnd: estimatedEnd(startedAt, progress), canStop: true };
    return { id, kind, raffleId: null, raffleTitle: null, ...how };
  });
}

async function refundsOf({ db }: Context): Promise<BackgroundWork[]> {
  const rows = await db.query(selectRefundsUnderWay, [MOST]);
  return rows.map(({ id, title, done, total, startedAt }) => {
    const progress = total === 0 ? 1 : done / total;
    const how = { done, total, progress, startedAt, estimatedEnd: estimatedEnd(startedAt, progress), canStop: false };
    return { id, kind: 'REFUNDS' as const, raffleId: id, raffleTitle: title, ...how };
  });
}

async function drawsOf({ db }: Context): Promise<BackgroundWork[]> {
  const rows = await db.query(selectDrawsUnderWay, [MOST]);
  return rows.map(({ id, title, kind, startedAt }) => {
    const how = { done: null, total: null, progress: null, startedAt, estimatedEnd: null, canStop: false };
    return { id, kind, raffleId: id, raffleTitle: title, ...how };
  });
}
