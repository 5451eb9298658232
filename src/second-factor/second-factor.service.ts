import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import { seal, unseal } from '../platform/crypto.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import type { OperatorRole } from '../generated/prisma/client.js';
import { actorOf } from '../platform/principal.js';
import { qrCodeImage } from '../platform/qr-code-image.js';
import { StartProblem } from '../platform/start-problem.js';
import { lockedUser, userAudit } from '../users/user-admin.service.js';
import type { UserRow } from '../users/user.sql.js';
import { MOST_PASSKEYS } from './passkey-limits.js';
import { hashOfRecoveryCode, newRecoveryCodes, plainCode } from './recovery-codes.js';
import {
  endOtherSessions,
  lockTotp,
  selectIsDemanded,
  selectOperators,
  useRecoveryCode,
  useTotpStep,
} from './second-factor.sql.js';
import type {
  OperatorSecondFactor,
  RecoveryCodes,
  SecondFactor,
  SecondFactorDemand,
  SecondFactorMethod,
  TotpEnrolment,
} from './second-factor.type.js';
import { base32Of, newTotpSecret, stepOfCode, totpUri } from './totp.js';

export async function mySecondFactor(ctx: Context): Promise<SecondFactor> {
  return secondFactorOf(ctx, callerId(ctx));
}

/** What a login of the account asks for; none without a second factor. */
export async function methodsOf(ctx: Context, userId: string): Promise<readonly SecondFactorMethod[]> {
  return (await secondFactorOf(ctx, userId)).methods;
}

async function secondFactorOf({ db }: Context, userId: string): Promise<SecondFactor> {
  const [demanded, totp, passkeys, recoveryCodesLeft] = await Promise.all([
    db.query(selectIsDemanded, [userId]),
    db.prisma.totpSecret.findUnique({ where: { userId }, select: { confirmedAt: true } }),
    db.prisma.passkey.findMany({ where: { userId }, orderBy: { id: 'asc' }, take: MOST_PASSKEYS }),
    db.prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
  ]);
  const totpConfirmedAt = totp?.confirmedAt ?? null;
  const methods: SecondFactorMethod[] = totpConfirmedAt ? ['TOTP'] : [];
  if (passkeys.length > 0) methods.push('PASSKEY');
  if (methods.length > 0 && recoveryCodesLeft > 0) methods.push('RECOVERY_CODE');
  return { methods, totpConfirmedAt, passkeys, recoveryCodesLeft, isDemanded: demanded.length > 0 };
}

/** The secret of before holds until the new one has its first code. */
export async function beginTotp(ctx: Context): Promise<TotpEnrolment> {
  const userId = callerId(ctx);
  const user = await ctx.loaders.user.load(userId);
  const secret = newTotpSecret();
  const sealedNewSecret = seal(ctx.config.encryptionKeys, secret);
  await ctx.db.transaction(async (tx) => {
    await tx.prisma.totpSecret.upsert({ where: { userId }, create: { userId, sealedNewSecret }, update: { sealedNewSecret } });
    await writeAudit(tx, userAudit(ctx, 'beginTotp', userId, {}));
  });
  const { siteName } = await ctx.site.settings();
  const uri = totpUri(secret, { issuer: siteName, label: user?.email ?? userId });
  return { secret: base32Of(secret), uri, qrCodeImage: qrCodeImage(uri) };
}

/** Ends the other sessions: they were opened without this second factor. CONFLICT; BAD_USER_INPUT on `code`. */
export async function confirmTotp(ctx: Context, code: string): Promise<RecoveryCodes> {
  const userId = callerId(ctx);
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.query(lockTotp, [userId]);
    if (!row?.sealedNewSecret) throw refuse('secondFactor.notBegun');
    const step = stepOfCode(unseal(ctx.config.encryptionKeys, row.sealedNewSecret), plainCode(code));
    if (step === undefined) throw refuseField('code', 'secondFactor.wrongCode');
    const sealedSecret = Buffer.from(row.sealedNewSecret);
    const data = { sealedSecret, sealedNewSecret: null, confirmedAt: new Date(), lastStep: step };
    await tx.prisma.totpSecret.update({ where: { userId }, data });
    await endSessionsOfBefore(ctx, tx, userId);
    await writeAudit(tx, userAudit(ctx, 'confirmTotp', userId, {}));
    return renewRecoveryCodes(tx, userId);
  });
}

/** They were opened without this second factor. */
export async function endSessionsOfBefore({ token }: Context, tx: Transaction, userId: string): Promise<void> {
  await tx.query(endOtherSessions, [userId, token?.sessionId ?? null]);
}

/** Safe to repeat. */
export async function removeTotp(ctx: Context): Promise<SecondFactor> {
  const userId = callerId(ctx);
  await ctx.db.transaction(async (tx) => {
    await lockedUser(tx, userId);
    const { count } = await tx.prisma.totpSecret.deleteMany({ where: { userId } });
    if (count === 0) return;
    await forgetCodesOfNobody(tx, userId);
    await writeAudit(tx, userAudit(ctx, 'removeTotp', userId, {}));
  });
  return secondFactorOf(ctx, userId);
}

/** CONFLICT without a second factor. */
export async function createRecoveryCodes(ctx: Context): Promise<RecoveryCodes> {
  const userId = callerId(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockedUser(tx, userId);
    if (!(await hasFactor(tx, userId))) throw refuse('secondFactor.none');
    await writeAudit(tx, userAudit(ctx, 'createRecoveryCodes', userId, {}));
    return renewRecoveryCodes(tx, userId);
  });
}

/** For the person who runs the service, where no other owner is left. Ends all sessions of the operator. StartProblem. */
export async function resetByCommand({ db }: Pick<Context, 'db'>, email: string): Promise<void> {
  const operator = await db.prisma.user.findFirst({
    where: { email: email.trim().toLowerCase(), role: 'ADMIN', deletedAt: null },
    select: { id: true },
  });
  if (!operator) throw new StartProblem(`There is no operator with the email ${email}.`);
  const { id } = operator;
  await db.transaction(async (tx) => {
    if (!(await forgetSecondFactor(tx, id))) throw new StartProblem(`${email} has no second factor.`);
    await tx.prisma.user.update({ where: { id }, data: { tokenVersion: { increment: 1 } }, select: { id: true } });
    await writeAudit(tx, { by: null, action: 'resetSecondFactor', subjectType: 'user', subjectId: id, details: {} });
  });
}

/** Of an operator who lost it. Ends all their sessions. Safe to repeat. NOT_FOUND; CONFLICT for a buyer. */
export async function resetSecondFactor(ctx: Context, id: string): Promise<UserRow> {
  return ctx.db.transaction(async (tx) => {
    const user = await lockedUser(tx, id);
    if (user.role !== 'ADMIN') throw refuse('secondFactor.operatorsOnly');
    if (!(await forgetSecondFactor(tx, user.id))) return user;
    await writeAudit(tx, userAudit(ctx, 'resetSecondFactor', user.id, {}));
    return tx.prisma.user.update({
      where: { id: user.id },
      data: { tokenVersion: { increment: 1 } },
      omit: { passwordHash: true },
    });
  });
}

/** False if there was none. */
export async function forgetSecondFactor({ prisma }: Transaction, userId: string): Promise<boolean> {
  await prisma.recoveryCode.deleteMany({ where: { userId } });
  const passkeys = await prisma.passkey.deleteMany({ where: { userId } });
  const totp = await prisma.totpSecret.deleteMany({ where: { userId } });
  return passkeys.count + totp.count > 0;
}

/** Recovery codes are beside a second factor: alone they are none. Lock the account before. */
export async function hasFactor({ prisma }: Transaction, userId: string): Promise<boolean> {
  const passkeys = await prisma.passkey.count({ where: { userId } });
  return passkeys > 0 || (await prisma.totpSecret.count({ where: { userId, confirmedAt: { not: null } } })) > 0;
}

/** Of an account whose last second factor went. */
export async function forgetCodesOfNobody(tx: Transaction, userId: string): Promise<void> {
  if (!(await hasFactor(tx, userId))) await tx.prisma.recoveryCode.deleteMany({ where: { userId } });
}

/** False for a wrong code. Six digits are of the app, all else is a recovery code. The caller limits the tries. */
export async function useCode(ctx: Context, userId: string, typed: string): Promise<boolean> {
  const code = plainCode(typed);
  return ctx.db.transaction(async (tx) => {
    if (/^\d{6}$/.test(code)) {
      const [row] = await tx.query(lockTotp, [userId]);
      const step = row?.sealedSecret ? stepOfCode(unseal(ctx.config.encryptionKeys, row.sealedSecret), code) : undefined;
      return step !== undefined && (await tx.query(useTotpStep, [userId, step])).length > 0;
    }
    const [used] = await tx.query(useRecoveryCode, [userId, hashOfRecoveryCode(userId, code)]);
    if (!used) return false;
    const by = actorOf(ctx) ?? { id: userId, address: ctx.clientAddress, requestId: ctx.requestId };
    await writeAudit(tx, { ...userAudit(ctx, 'useRecoveryCode', userId, { left: used.left }), by });
    return true;
  });
}

export function secondFactors({ db }: Context): Promise<OperatorSecondFactor[]> {
  return db.query(selectOperators);
}

export async function secondFactorDemand({ db }: Context): Promise<SecondFactorDemand> {
  const rows = await db.prisma.secondFactorRole.findMany({ orderBy: { operatorRole: 'asc' } });
  return { roles: rows.map(({ operatorRole }) => operatorRole) };
}

/** Safe to repeat. */
export async function demandSecondFactor(ctx: Context, roles: readonly OperatorRole[]): Promise<SecondFactorDemand> {
  const asked = [...new Set(roles)].sort();
  await ctx.db.transaction(async (tx) => {
    const rows = await tx.prisma.secondFactorRole.findMany();
    const before = rows.map(({ operatorRole }) => operatorRole).sort();
    if (before.join() === asked.join()) return;
    await tx.prisma.secondFactorRole.deleteMany({ where: { operatorRole: { notIn: asked } } });
    await tx.prisma.secondFactorRole.createMany({ data: asked.map((operatorRole) => ({ operatorRole })), skipDuplicates: true });
    const details = { rolesBefore: before.join(', '), roles: asked.join(', ') };
    await writeAudit(tx, { by: actorOf(ctx), action: 'demandSecondFactor', subjectType: 'site', subjectId: '1', details });
  });
  return secondFactorDemand(ctx);
}

export async function renewRecoveryCodes({ prisma }: Transaction, userId: string): Promise<RecoveryCodes> {
  const codes = newRecoveryCodes();
  await prisma.recoveryCode.deleteMany({ where: { userId } });
  await prisma.recoveryCode.createMany({ data: codes.map((code) => ({ userId, codeHash: hashOfRecoveryCode(userId, code) })) });
  return { codes };
}

export function callerId({ principal }: Context): string {
  if (principal.role !== 'ADMIN') throw refuse('graphql.tokenNeeded');
  return principal.id;
}
