import type { Context } from '../context.js';
import type { Raffle } from '../generated/prisma/client.js';
import { refuse, refuseProblems } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { lockQuotas } from '../quotas/locked-quotas.js';
import { changedFields } from './raffle-fields.js';
import { raffleProblems } from './raffle-rules.js';
import type { DuplicateRaffleInput } from './raffle.input.js';
import { slugOf, storeRaffle } from './raffle.service.js';

/** What belongs to one sale: its dates, its draw, what the state allowed for it, and what its page said meanwhile. */
const OF_ONE_SALE = {
  status: 'DRAFT',
  statusText: null,
  startsAt: null,
  endsAt: null,
  drawAt: null,
  contest: null,
  contestDate: null,
  certificateCode: null,
  certificateIssuer: null,
  certificateValidFrom: null,
  certificateValidUntil: null,
} as const;

const OF_THE_ROW = {
  id: true,
  version: true,
  refundedUpTo: true,
  fakeSoldPercentage: true,
  sealedSecret: true,
  secretHash: true,
  createdAt: true,
  updatedAt: true,
  frozenAt: true,
  deletedAt: true,
} as const;

/** A DRAFT with the settings and prizes of another raffle; other features copy what they keep of it. NOT_FOUND. */
export async function duplicateRaffle(ctx: Context, typedId: string, { title, slug }: DuplicateRaffleInput): Promise<Raffle> {
  const id = typedId.toLowerCase();
  const prizes = { orderBy: { position: 'asc' }, select: { title: true, description: true, photoUrl: true } } as const;
  const original = isUuid(id)
    ? await ctx.db.prisma.raffle.findFirst({ where: { id, deletedAt: null }, omit: OF_THE_ROW, include: { prizes } })
    : null;
  if (!original) throw refuse('raffles.notFound');
  const { prizes: copied, ...settings } = original;
  const newTitle = title ?? settings.title;
  const fields = changedFields(settings, { ...OF_ONE_SALE, title: newTitle, slug: slug ?? slugOf(newTitle) });
  refuseProblems(raffleProblems(fields, ctx.config));
  return storeRaffle(ctx, {
    fields,
    prizes: copied,
    isSlugSent: slug != null,
    action: 'duplicateRaffle',
    details: { title: fields.title, fromRaffleId: id },
    async fill(tx, raffle) {
      const quotas = await lockQuotas(ctx, tx, [raffle.id]);
      for (const hook of ctx.raffleHooks) await hook.copied?.(tx, { fromId: id, raffle, quotas });
    },
  });
}
