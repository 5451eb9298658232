import type { Context } from '../context.js';
import { refuse, refuseField, textOf } from '../platform/domain-error.js';
import { verifyPassword } from '../platform/passwords.js';
import { writeAudit } from '../platform/audit.js';
import { credentialIdOf, purposeOf, usePasskey } from '../second-factor/passkey.service.js';
import type { Purpose } from '../second-factor/passkey-challenge.js';
import { methodsOf, useCode } from '../second-factor/second-factor.service.js';
import { provePassword } from '../users/customer.service.js';
import { userAudit } from '../users/user-admin.service.js';
import type { AdminLoginInput, ConfirmIdentityInput, SecondFactorInput } from './auth.input.js';
import type { IdentityProof } from './auth.type.js';
import { knownUsers } from './known-device.js';
import { enter } from './login.service.js';
import { proveSession } from './session.sql.js';
import type { SignedIn } from './session.service.js';

/**
 * Operators only. A buyer's email fails like an unknown one: same answer, same time. UNAUTHENTICATED; RATE_LIMITED;
 * SECOND_FACTOR_REQUIRED after the right password.
 */
export async function adminLogin(ctx: Context, input: AdminLoginInput): Promise<SignedIn> {
  const email = input.email.trim().toLowerCase();
  const find = () => ctx.db.prisma.user.findFirst({ where: { email, role: 'ADMIN', deletedAt: null, blockedAt: null } });
  const [known] = await knownUsers(ctx, async () => [await find()]);
  const attempt = { account: email, clientAddress: ctx.clientAddress, device: known?.device };
  const user = await ctx.loginLimits.guard(attempt, async (whose) => {
    const found = await find();
    const isRight = await verifyPassword(found?.passwordHash, input.password, whose);
    return found && isRight ? found : undefined;
  });
  if (!user) throw refuse('auth.wrongEmailOrPassword');
  const methods = await methodsOf(ctx, user.id);
  if (methods.length > 0) {
    const fields = { secondFactor: [textOf('auth.secondFactorMethods', { methods })] };
    if (!input.secondFactor) throw refuse('auth.secondFactorNeeded', {}, { fields });
    const isRight = await trySecondFactor(ctx, {
      userId: user.id,
      device: known?.device,
      given: input.secondFactor,
      purpose: { act: 'logIn' },
    });
    if (!isRight) throw refuse(input.secondFactor.passkey == null ? 'auth.wrongSecondFactor' : 'auth.wrongPasskey');
  }
  return enter(ctx, user);
}

/** By a passkey alone: its device has verified the person. BAD_USER_INPUT on `passkey`; UNAUTHENTICATED; RATE_LIMITED. */
export async function passkeyLogin(ctx: Context, passkey: string): Promise<SignedIn> {
  const credentialId = credentialIdOf(passkey);
  const find = () =>
    ctx.db.prisma.user.findFirst({
      where: { passkeys: { some: { credentialId } }, role: 'ADMIN', deletedAt: null, blockedAt: null },
    });
  const [known] = await knownUsers(ctx, async () => [await find()]);
  const attempt = {
    account: `passkey ${credentialId.toString('base64url')}`,
    clientAddress: ctx.clientAddress,
    device: known && `passkey ${known.device}`,
  };
  const user = await ctx.loginLimits.guard(attempt, async () => {
    const found = await find();
    const isThere = found && (await usePasskey(ctx, { userId: found.id, passkey, purpose: { act: 'logIn' } }));
    return isThere ? found : undefined;
  });
  if (!user) throw refuse('auth.wrongPasskey');
  return enter(ctx, user);
}

/** By the second factor, which a stolen password does not have. BAD_USER_INPUT; RATE_LIMITED; CONFLICT without a session. */
export async function confirmIdentity(ctx: Context, input: ConfirmIdentityInput): Promise<IdentityProof> {
  const { principal, token, config } = ctx;
  if (principal.role !== 'ADMIN' || !token?.sessionId) throw refuse('auth.noSessionToProve');
  const { sessionId } = token;
  const methods = await methodsOf(ctx, principal.id);
  if (methods.length === 0) await provePassword(ctx, principal.id, input.currentPassword);
  else if (!input.secondFactor) throw refuseField('secondFactor', 'auth.secondFactorMethods', { methods });
  else {
    const isRight = await trySecondFactor(ctx, {
      userId: principal.id,
      device: sessionId,
      given: input.secondFactor,
      purpose: purposeOf(ctx, 'confirm'),
    });
    const wrong = input.secondFactor.passkey == null ? 'secondFactor.wrongCode' : 'secondFactor.wrongPasskey';
    if (!isRight) throw refuseField('secondFactor', wrong);
  }
  return ctx.db.transaction(async (tx) => {
    const [proved] = await tx.query(proveSession, [sessionId, principal.id]);
    if (!proved) throw refuse('auth.noSessionToProve');
    await writeAudit(
      tx,
      userAudit(ctx, 'confirmIdentity', principal.id, { method: methods.length > 0 ? 'secondFactor' : 'password' }),
    );
    const { provedAt } = proved;
    const holdsUntil = config.stepUpMinutes === 0 ? null : new Date(provedAt.getTime() + 60_000 * config.stepUpMinutes);
    return { provedAt, holdsUntil };
  });
}

/** Counted apart from passwords: the right password must not forget wrong codes. RATE_LIMITED. */
async function trySecondFactor(
  ctx: Context,
  { userId, device, given, purpose }: { userId: string; device: string | undefined; given: SecondFactorInput; purpose: Purpose },
): Promise<boolean> {
  const { code, passkey } = given;
  if ((code == null) === (passkey == null)) throw refuseField('secondFactor', 'auth.codeOrPasskey');
  const use = () => (passkey == null ? useCode(ctx, userId, code ?? '') : usePasskey(ctx, { userId, passkey, purpose }));
  const attempt = {
    account: `second factor ${userId}`,
    clientAddress: ctx.clientAddress,
    device: device && `second factor ${device}`,
    isSecondFactor: true,
  };
  const isRight = await ctx.loginLimits.guard(attempt, async () => (await use()) || undefined);
  return isRight ?? false;
}
