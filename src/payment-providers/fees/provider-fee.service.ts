import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../../context.js';
import type { ProviderFee } from '../../generated/prisma/client.js';
import { writeAudit } from '../../platform/audit.js';
import { isoDay } from '../../platform/business-day.js';
import type { Transaction } from '../../platform/database/database.js';
import { refuse, refuseField } from '../../platform/domain-error.js';
import { formatMoney } from '../../platform/money.js';
import { actorOf } from '../../platform/principal.js';
import { isUuid } from '../../platform/uuid.js';
import { lockPaymentProvider } from '../provider.sql.js';
import type { SetProviderFeeInput } from './provider-fee.input.js';

const MOST_FEES = 20;
const MOST_FIXED = 10_000n;

export function listProviderFees({ db }: Pick<Context, 'db'>): Promise<ProviderFee[]> {
  return db.prisma.providerFee.findMany({ orderBy: [{ providerName: 'asc' }, { validFrom: 'desc' }], take: 1_000 });
}

/** NOT_FOUND of a provider; CONFLICT beyond 20 fees; BAD_USER_INPUT on `fixed`. */
export function setProviderFee(ctx: Context, input: SetProviderFeeInput): Promise<ProviderFee> {
  const { providerName, validFrom, fixed, basisPoints } = input;
  if (fixed > MOST_FIXED) throw refuseField('fixed', 'paymentProviders.feeTooHigh', { most: formatMoney(MOST_FIXED) });
  return ctx.db.transaction(async (tx) => {
    // One change of its fees at a time.
    const [provider] = await tx.query(lockPaymentProvider, [providerName]);
    if (!provider) throw refuse('paymentProviders.notFound');
    const { providerFee } = tx.prisma;
    const key = { providerName_validFrom: { providerName, validFrom } };
    const before = await providerFee.findUnique({ where: key });
    if (before?.fixed === fixed && before.basisPoints === basisPoints) return before;
    if (!before && (await providerFee.count({ where: { providerName } })) >= MOST_FEES)
      throw refuse('paymentProviders.tooManyFees', { most: MOST_FEES });
    const fee = before
      ? await providerFee.update({ where: key, data: { fixed, basisPoints } })
      : await providerFee.create({ data: { id: uuidv7(), providerName, validFrom, fixed, basisPoints } });
    await audit(tx, ctx, 'setProviderFee', fee, before);
    return fee;
  });
}

/** NOT_FOUND. */
export function deleteProviderFee(ctx: Context, id: string): Promise<ProviderFee> {
  return ctx.db.transaction(async (tx) => {
    const fee = isUuid(id) ? await tx.prisma.providerFee.findUnique({ where: { id } }) : null;
    const { count } = fee ? await tx.prisma.providerFee.deleteMany({ where: { id } }) : { count: 0 };
    if (!fee || count === 0) throw refuse('paymentProviders.feeNotFound');
    await audit(tx, ctx, 'deleteProviderFee', fee);
    return fee;
  });
}

async function audit(
  tx: Transaction,
  ctx: Context,
  action: string,
  fee: ProviderFee,
  before?: ProviderFee | null,
): Promise<void> {
  await writeAudit(tx, {
    by: actorOf(ctx),
    action,
    subjectType: 'paymentProvider',
    subjectId: fee.providerName,
    details: {
      validFrom: isoDay(fee.validFrom),
      fixed: formatMoney(fee.fixed),
      basisPoints: fee.basisPoints,
      ...(before && { fixedBefore: formatMoney(before.fixed), basisPointsBefore: before.basisPoints }),
    },
  });
}
