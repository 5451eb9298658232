import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import { refuse } from '../platform/domain-error.js';
import { toHundredths } from '../platform/money.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { changeRaffle } from '../raffles/change-raffle.js';
import type { FakeSoldQuotasPercentage } from './sales.type.js';

interface Setting {
  raffleId: string;
  /** 0 to 100, two decimals. */
  percentage: number;
}

export async function findFakePercentage(ctx: Context, raffleId: string): Promise<FakeSoldQuotasPercentage | null> {
  const raffle = isUuid(raffleId) ? await ctx.raffles.read(raffleId.toLowerCase()) : undefined;
  if (!raffle) throw refuse('raffles.notFound');
  return shown(raffle.id, raffle.fakeSoldPercentage);
}

export function createFakePercentage(ctx: Context, setting: Setting): Promise<FakeSoldQuotasPercentage> {
  return set(ctx, setting, 'createFakeSoldQuotasPercentage', (before) => {
    if (before !== null) throw refuse('metrics.percentageExists');
  });
}

export function updateFakePercentage(ctx: Context, setting: Setting): Promise<FakeSoldQuotasPercentage> {
  return set(ctx, setting, 'updateFakeSoldQuotasPercentage', (before) => {
    if (before === null) throw refuse('metrics.noPercentage');
  });
}

function set(
  ctx: Context,
  { raffleId, percentage }: Setting,
  action: string,
  check: (before: number | null) => void,
): Promise<FakeSoldQuotasPercentage> {
  const hundredths = toHundredths(percentage);
  return changeRaffle(ctx, raffleId, async (tx, raffle) => {
    const { id, fakeSoldPercentage: before } = raffle;
    check(before);
    if (before === hundredths) return { raffleId: id, percentage };
    await tx.prisma.raffle.update({ where: { id }, data: { fakeSoldPercentage: hundredths } });
    const percentageBefore = before === null ? null : before / 100;
    await writeAudit(tx, {
      by: actorOf(ctx),
      action,
      subjectType: 'raffle',
      subjectId: id,
      details: { percentageBefore, percentage },
    });
    return { raffleId: id, percentage };
  });
}

function shown(raffleId: string, hundredths: number | null): FakeSoldQuotasPercentage | null {
  return hundredths === null ? null : { raffleId, percentage: hundredths / 100 };
}
