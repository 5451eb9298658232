import { v7 as uuidv7 } from 'uuid';
import type { App, Context } from '../context.js';
import { writeAudit, type AuditEntry } from '../platform/audit.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { requireRaffle } from '../raffles/raffle-access.js';
import { insertExport, lockExports } from './export.sql.js';
import { makeRoom, operatorId } from './export.service.js';
import type { CreateExportScheduleInput } from './export-schedule.type.js';
import {
  insertSchedule,
  lockDueSchedules,
  moveSchedule,
  selectSchedule,
  selectSchedules,
  type ScheduleRow,
} from './export-schedule.sql.js';

const MOST_SCHEDULES = 20;
const MOST_DAY = { WEEKLY: 7, MONTHLY: 28 } as const;
const BATCH = 20;

/** NOT_FOUND for a raffle; CONFLICT with twenty. */
export async function createSchedule(ctx: Context, input: CreateExportScheduleInput): Promise<ScheduleRow> {
  const createdBy = operatorId(ctx);
  const raffleId = input.raffleId?.toLowerCase() ?? null;
  const { status = null, language, onlyNew, frequency, hour } = input;
  if (raffleId !== null) await requireRaffle(ctx, raffleId);
  const day = dayOf(input);
  if (onlyNew && status) throw refuseField('onlyNew', 'exports.onlyNewOfStatus');
  return ctx.db.transaction(async (tx) => {
    await tx.query(lockExports);
    if ((await tx.prisma.exportSchedule.count()) >= MOST_SCHEDULES)
      throw refuse('exports.tooManySchedules', { most: MOST_SCHEDULES });
    const { businessTimeZone } = ctx.config;
    const what = [raffleId, status, language === 'EN', onlyNew, frequency, day, hour];
    const [made] = await tx.query(insertSchedule, [uuidv7(), createdBy, ...what, businessTimeZone]);
    await writeAudit(tx, scheduleAudit(ctx, 'createExportSchedule', made!));
    return made!;
  });
}

function dayOf({ frequency, day = null }: CreateExportScheduleInput): number | null {
  if (frequency === 'DAILY') {
    if (day !== null) throw refuseField('day', 'exports.dayOfNoUse');
    return null;
  }
  const most = MOST_DAY[frequency];
  if (day === null || day < 1 || day > most) throw refuseField('day', 'exports.day', { most });
  return day;
}

export async function listSchedules({ db }: Context): Promise<ScheduleRow[]> {
  return db.query(selectSchedules, [MOST_SCHEDULES]);
}

/** What it has made stays. NOT_FOUND. */
export async function deleteSchedule(ctx: Context, id: string): Promise<ScheduleRow> {
  if (!isUuid(id)) throw refuse('exports.scheduleNotFound');
  return ctx.db.transaction(async (tx) => {
    const [found] = await tx.query(selectSchedule, [id]);
    const { count } = await tx.prisma.exportSchedule.deleteMany({ where: { id } });
    if (!found || count === 0) throw refuse('exports.scheduleNotFound');
    await writeAudit(tx, scheduleAudit(ctx, 'deleteExportSchedule', found));
    return found;
  });
}

function scheduleAudit(ctx: Context, action: string, row: ScheduleRow): AuditEntry {
  const { id, raffleId, status, onlyNew, frequency, day, hour } = row;
  const details = { raffleId, status, onlyNew, frequency, day, hour };
  return { by: actorOf(ctx), action, subjectType: 'exportSchedule', subjectId: id, details };
}

/** Once, though several processes run: a row is locked until its export and its next time are written. True when there may be more. */
export async function makeDueExports(app: App): Promise<boolean> {
  const { businessTimeZone } = app.config;
  const due = await app.db.transaction(async (tx) => {
    const schedules = await tx.query(lockDueSchedules, [BATCH, businessTimeZone]);
    if (schedules.length > 0) await tx.query(lockExports);
    for (const { id, createdBy, raffleId, status, isEnglish, onlyNew, coveredTo, isActive, today } of schedules) {
      const span = onlyNew ? [coveredTo, today] : [null, null];
      const isMade = isActive && (await makeRoom(tx));
      if (isMade) {
        // Each has all orders of those before. The last file stays: the next one may fail.
        const done = { scheduleId: id, state: 'DONE' } as const;
        const last = onlyNew ? null : await tx.prisma.export.findFirst({ where: done, orderBy: { id: 'desc' } });
        if (last) await tx.prisma.export.deleteMany({ where: { ...done, id: { not: last.id } } });
        const values = [uuidv7(), createdBy, id, null, raffleId, status, ...span, isEnglish];
        const [made] = await tx.query(insertExport, values);
        const details = { scheduleId: id, raffleId, status };
        await writeAudit(tx, { by: null, action: 'createExport', subjectType: 'export', subjectId: made!.id, details });
      }
      await tx.query(moveSchedule, [id, isMade ? today : coveredTo, businessTimeZone]);
    }
    return schedules.length;
  });
  if (due > 0) app.exportWakeUp.wake();
  return due === BATCH;
}
