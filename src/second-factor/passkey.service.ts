import { type AuthenticatorTransport, generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import type { Transaction } from '../platform/database/database.js';
import { refuse, refuseField } from '../platform/domain-error.js';
import { isUuid } from '../platform/uuid.js';
import { lockedUser, userAudit } from '../users/user-admin.service.js';
import { ALGORITHMS, handleOf, parseAnswer, relyingParty, verifiedCount, verifiedNew } from './passkey-answers.js';
import { CHALLENGE_SECONDS, type Challenge, newChallenge, type Purpose } from './passkey-challenge.js';
import { lockPasskey, useChallenge } from './passkey.sql.js';
import { LONGEST_NAME, MOST_PASSKEYS } from './passkey-limits.js';
import type { CreatedPasskey, CreatePasskeyInput, PasskeyOptions } from './passkey.type.js';
import {
  callerId,
  endSessionsOfBefore,
  forgetCodesOfNobody,
  hasFactor,
  mySecondFactor,
  renewRecoveryCodes,
} from './second-factor.service.js';
import type { SecondFactor } from './second-factor.type.js';

/** The passkey has to verify the person (a finger, a face, a PIN), so that it alone is two factors, and to be found without a name. */
export async function beginPasskey(ctx: Context): Promise<PasskeyOptions> {
  const userId = callerId(ctx);
  const [user, { siteName }, known] = await Promise.all([
    ctx.loaders.user.load(userId),
    ctx.site.settings(),
    knownOf(ctx, userId),
  ]);
  const { bytes, expiresAt } = newChallenge(ctx.config, purposeOf(ctx, 'register'));
  const options = await generateRegistrationOptions({
    rpName: siteName,
    rpID: relyingParty(ctx).id,
    userID: new Uint8Array(handleOf(userId)),
    userName: user?.email ?? userId,
    userDisplayName: user?.name ?? '',
    challenge: new Uint8Array(bytes),
    timeout: 1_000 * CHALLENGE_SECONDS,
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  });
  return { options: JSON.stringify(options), expiresAt };
}

/** The first second factor of an account brings recovery codes, and ends the sessions of before. BAD_USER_INPUT; CONFLICT. */
export async function createPasskey(ctx: Context, { name: typed, passkey }: CreatePasskeyInput): Promise<CreatedPasskey> {
  const userId = callerId(ctx);
  const name = nameOf(typed);
  const answer = parseAnswer(passkey);
  const signed = await verifiedNew(ctx, purposeOf(ctx, 'register'), answer);
  if (!signed) throw refuseField('passkey', 'secondFactor.wrongPasskey');
  return ctx.db.transaction(async (tx) => {
    await lockedUser(tx, userId);
    if (!(await isFirstUse(tx, signed.challenge))) throw refuseField('passkey', 'secondFactor.wrongPasskey');
    if ((await tx.prisma.passkey.count({ where: { userId } })) >= MOST_PASSKEYS)
      throw refuse('secondFactor.manyPasskeys', { most: MOST_PASSKEYS });
    const isFirst = !(await hasFactor(tx, userId));
    const { id: credential, publicKey, counter, transports = [] } = signed.result;
    const [created] = await tx.prisma.passkey.createManyAndReturn({
      data: [
        {
          id: uuidv7(),
          userId,
          name,
          credentialId: Buffer.from(credential, 'base64url'),
          publicKey: Buffer.from(publicKey),
          signCount: counter,
          transports: transports.map(String).slice(0, 10),
        },
      ],
      skipDuplicates: true,
    });
    if (!created) throw refuse('secondFactor.passkeyTaken');
    await writeAudit(tx, userAudit(ctx, 'createPasskey', userId, { passkeyId: created.id, name }));
    if (!isFirst) return { passkey: created, codes: [] };
    await endSessionsOfBefore(ctx, tx, userId);
    return { passkey: created, codes: (await renewRecoveryCodes(tx, userId)).codes };
  });
}

/** NOT_FOUND, also of another operator. */
export async function renamePasskey(ctx: Context, id: string, typed: string): Promise<SecondFactor> {
  const userId = callerId(ctx);
  const name = nameOf(typed);
  await ctx.db.transaction(async (tx) => {
    const before = await lockedPasskey(tx, userId, id);
    if (before.name === name) return;
    await tx.prisma.passkey.update({ where: { id: before.id }, data: { name } });
    await writeAudit(tx, userAudit(ctx, 'renamePasskey', userId, { passkeyId: before.id, nameBefore: before.name, name }));
  });
  return mySecondFactor(ctx);
}

/** With the last second factor the recovery codes end. NOT_FOUND, also of another operator. */
export async function removePasskey(ctx: Context, id: string): Promise<SecondFactor> {
  const userId = callerId(ctx);
  await ctx.db.transaction(async (tx) => {
    const { id: passkeyId, name } = await lockedPasskey(tx, userId, id);
    await tx.prisma.passkey.delete({ where: { id: passkeyId } });
    await forgetCodesOfNobody(tx, userId);
    await writeAudit(tx, userAudit(ctx, 'removePasskey', userId, { passkeyId, name }));
  });
  return mySecondFactor(ctx);
}

/** Of anybody: the browser shows the passkeys that it has for us, and nothing tells whether an account has one. */
export function beginPasskeyLogin(ctx: Context): Promise<PasskeyOptions> {
  return askFor(ctx, { act: 'logIn' });
}

/** Of the caller, to prove in this session who they are. */
export async function beginPasskeyProof(ctx: Context): Promise<PasskeyOptions> {
  return askFor(ctx, purposeOf(ctx, 'confirm'), await knownOf(ctx, callerId(ctx)));
}

export function purposeOf(ctx: Context, act: 'register' | 'confirm'): Purpose {
  return { act, userId: callerId(ctx), sessionId: ctx.token?.sessionId };
}

/** BAD_USER_INPUT on `passkey`. */
export const credentialIdOf = (passkey: string): Buffer<ArrayBuffer> => parseAnswer(passkey).credentialId;

/**
 * False for an answer that does not prove that the user is there. The caller limits the tries. BAD_USER_INPUT on `passkey` for one
 * that is none.
 */
export async function usePasskey(
  ctx: Context,
  { userId, passkey, purpose }: { userId: string; passkey: string; purpose: Purpose },
): Promise<boolean> {
  const answer = parseAnswer(passkey);
  const of = await ctx.db.prisma.passkey.findFirst({ where: { credentialId: answer.credentialId, userId } });
  const signed = of && (await verifiedCount(ctx, purpose, { response: answer, of }));
  if (!signed) return false;
  const { challenge, result: signCount } = signed;
  return ctx.db.transaction(async (tx) => {
    if (!(await isFirstUse(tx, challenge))) return false;
    const [held] = await tx.query(lockPasskey, [of.id, signCount]);
    if (held?.hasGrown) {
      await tx.prisma.passkey.update({ where: { id: of.id }, data: { signCount, lastUsedAt: new Date() } });
      return true;
    }
    if (!held) return false;
    const details = { passkeyId: of.id, name: of.name, signCount };
    await writeAudit(tx, { by: null, action: 'passkeyCopied', subjectType: 'user', subjectId: userId, details });
    tx.afterCommit(() =>
      ctx.log.warn(
        { event: 'second_factor.passkey.copied', user: userId, passkey: of.id },
        'a passkey was refused: its count of signatures has not grown, so somebody may have a copy',
      ),
    );
    return false;
  });
}

async function askFor(
  ctx: Context,
  purpose: Purpose,
  allowCredentials?: Awaited<ReturnType<typeof knownOf>>,
): Promise<PasskeyOptions> {
  const { bytes, expiresAt } = newChallenge(ctx.config, purpose);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(ctx).id,
    challenge: new Uint8Array(bytes),
    timeout: 1_000 * CHALLENGE_SECONDS,
    userVerification: 'required',
    ...(allowCredentials && { allowCredentials }),
  });
  return { options: JSON.stringify(options), expiresAt };
}

async function knownOf({ db }: Context, userId: string) {
  const rows = await db.prisma.passkey.findMany({ where: { userId }, select: { credentialId: true, transports: true } });
  return rows.map(({ credentialId, transports }) => ({
    id: Buffer.from(credentialId).toString('base64url'),
    transports: transports as AuthenticatorTransport[],
  }));
}

async function isFirstUse(tx: Transaction, { nonce, expiresAt }: Challenge): Promise<boolean> {
  return (await tx.query(useChallenge, [nonce, expiresAt])).length > 0;
}

/** With the account, whose recovery codes may go or come with it. */
async function lockedPasskey(tx: Transaction, userId: string, id: string) {
  await lockedUser(tx, userId);
  const passkey = isUuid(id) ? await tx.prisma.passkey.findFirst({ where: { id, userId } }) : null;
  if (!passkey) throw refuse('secondFactor.passkeyNotFound');
  return passkey;
}

function nameOf(typed: string): string {
  const name = typed.trim();
  if (name === '' || name.length > LONGEST_NAME) throw refuseField('name', 'platform.length', { min: 1, max: LONGEST_NAME });
  return name;
}
