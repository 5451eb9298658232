import { v7 as uuidv7 } from 'uuid';
import type { Context } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import type { Sql } from '../platform/database/statement.js';
import { type DomainError, refuse, refuseField } from '../platform/domain-error.js';
import { networkOf } from '../platform/http/addresses.js';
import { actorOf } from '../platform/principal.js';
import { isUuid } from '../platform/uuid.js';
import { lockedUser, requireRight, userAudit } from '../users/user-admin.service.js';
import { findUser } from '../users/user.service.js';
import type { UserRow } from '../users/user.sql.js';
import type { Session } from './auth.type.js';
import { rememberDevice } from './known-device.js';
import * as sql from './session.sql.js';
import type { SessionFacts, SessionRow } from './session.sql.js';

const DAY_SECONDS = 24 * 3_600;
/** Operators see everybody's data, so they log in more often. */
const LIFETIME = {
  USER: { wholeSeconds: 90 * DAY_SECONDS, idleSeconds: 30 * DAY_SECONDS },
  ADMIN: { wholeSeconds: 30 * DAY_SECONDS, idleSeconds: 7 * DAY_SECONDS },
} as const;
/** A phone that lost the answer sends the old token again. */
const REPEATED_WITHIN_SECONDS = 60;
/** Programs that log in for each run have many. */
const MAX_SESSIONS = 100;
const LONGEST_USER_AGENT = 200;

export type SignedIn = ReturnType<typeof signedIn>;

/** Read `user` before the proof is checked: a change in between makes the session invalid. */
export async function openSession(ctx: Context, tx: Sql, user: UserRow): Promise<SignedIn> {
  const { wholeSeconds, idleSeconds } = LIFETIME[user.role];
  const id = uuidv7();
  const { network, userAgent } = callerOf(ctx);
  const lasting = [wholeSeconds, idleSeconds];
  const values = [id, user.id, user.tokenVersion, ...lasting, network, userAgent, MAX_SESSIONS];
  const [row] = await tx.query(sql.insertSession, values);
  return signedIn(ctx, { ...row!, id, userId: user.id, role: user.role, tokenVersion: user.tokenVersion }, user);
}

/** Works once; within a minute it gets the same answer again. An older token ends the session, because others have it. */
export async function refreshSession(ctx: Context, refreshToken: string): Promise<SignedIn> {
  const claims = ctx.refreshTokens.verify(refreshToken);
  if (!claims) throw refused();
  if (claims.isExpired) throw refuse('auth.sessionExpired');
  const { sessionId, generation } = claims;
  const session = await ctx.db.transaction(async (tx): Promise<SessionFacts | undefined> => {
    const { network, userAgent } = callerOf(ctx);
    const idle = [LIFETIME.USER.idleSeconds, LIFETIME.ADMIN.idleSeconds];
    const [rotated] = await tx.query(sql.rotateSession, [sessionId, generation, ...idle, network, userAgent]);
    if (rotated) return rotated;
    const [held] = await tx.query(sql.selectHeldSession, [sessionId, REPEATED_WITHIN_SECONDS]);
    // The token is newer than its row, because a backup was restored: refused, but no theft.
    if (!held || held.generation <= generation) return undefined;
    if (held.generation === generation + 1 && held.isRecent) return held;
    await tx.query(sql.endSession, [sessionId, 'REUSED', null]);
    const details = { userId: held.userId, generation: held.generation, reused: generation };
    await writeAudit(tx, { by: null, action: 'sessionReused', subjectType: 'session', subjectId: sessionId, details });
    tx.afterCommit(() =>
      ctx.log.warn(
        { event: 'auth.session.reused', session: sessionId, user: held.userId },
        'a refresh token came that had been replaced: its session was ended',
      ),
    );
    return undefined;
  });
  const user = session && (await ctx.loaders.user.load(session.userId));
  if (!session || !user) throw refused();
  return signedIn(ctx, session, user);
}

/** The count is 0 if the session had ended. */
export async function logOut(ctx: Context, refreshToken: string | null | undefined): Promise<{ count: number }> {
  const { token } = ctx;
  if (refreshToken == null && !token?.sessionId) throw refuseField('refreshToken', 'auth.sessionNeeded');
  const sessionId = refreshToken == null ? token?.sessionId : ctx.refreshTokens.verify(refreshToken)?.sessionId;
  if (!sessionId) return { count: 0 };
  const { network, userAgent } = callerOf(ctx);
  const ended = await ctx.db.transaction((tx): Promise<object[]> =>
    token?.sessionId === sessionId
      ? tx.query(sql.endSessionOfToken, [sessionId, token.subject, token.version, network, userAgent])
      : tx.query(sql.endSession, [sessionId, 'LOGGED_OUT', null]),
  );
  return { count: ended.length };
}

export async function mySessions(ctx: Context): Promise<Session[]> {
  const rows = await ctx.db.query(sql.selectSessions, [callerId(ctx)]);
  return rows.map((row) => seenBy(ctx, row));
}

/** NOT_FOUND; FORBIDDEN unless the caller may change this user. */
export async function sessionsOf(ctx: Context, userId: string): Promise<Session[]> {
  const user = await findUser(ctx, userId);
  requireRight(ctx, user);
  const rows = await ctx.db.query(sql.selectSessions, [user.id]);
  return rows.map((row) => seenBy(ctx, row));
}

/** NOT_FOUND, also if it had ended. */
export async function endSession(ctx: Context, id: string): Promise<Session> {
  if (!isUuid(id)) throw refuse('auth.sessionNotFound');
  const row = await ctx.db.transaction(async (tx) => {
    const [ended] = await tx.query(sql.endSession, [id, 'ENDED', callerId(ctx)]);
    if (!ended) throw refuse('auth.sessionNotFound');
    await writeAudit(tx, { by: actorOf(ctx), action: 'endSession', subjectType: 'session', subjectId: id, details: {} });
    return ended;
  });
  return seenBy(ctx, row);
}

/** A token that was ended before changes nothing, although it is accepted for some seconds. */
export async function endAllSessions(ctx: Context): Promise<{ count: number }> {
  const id = callerId(ctx);
  return ctx.db.transaction(async (tx) => {
    const [ended] = await tx.query(sql.endAllSessions, [id, ctx.token?.version]);
    if (!ended) return { count: 0 };
    const { count } = ended;
    await writeAudit(tx, { by: actorOf(ctx), action: 'endAllSessions', subjectType: 'user', subjectId: id, details: { count } });
    return { count };
  });
}

/** NOT_FOUND; FORBIDDEN unless the caller may change this user. */
export async function endUserSessions(ctx: Context, id: string): Promise<{ count: number }> {
  return ctx.db.transaction(async (tx) => {
    const user = await lockedUser(tx, id);
    requireRight(ctx, user);
    const [ended] = await tx.query(sql.endAllSessions, [user.id, null]);
    const count = ended?.count ?? 0;
    await writeAudit(tx, userAudit(ctx, 'endUserSessions', user.id, { count }));
    return { count };
  });
}

function signedIn(ctx: Context, session: SessionFacts, user: UserRow) {
  const { id: sessionId, userId, role, tokenVersion } = session;
  return {
    ...ctx.tokens.issue(role, userId, tokenVersion, sessionId),
    ...ctx.refreshTokens.issue({ ...session, sessionId }),
    deviceToken: rememberDevice(ctx, { userId, tokenVersion, sessionId }),
    user: { ...user, viewedByOwner: true as const },
  };
}

function seenBy({ token }: Context, row: SessionRow): Session {
  return { ...row, isCurrent: row.id === token?.sessionId };
}

function callerOf({ clientAddress, userAgent }: Context): { network: string; userAgent: string | null } {
  return { network: networkOf(clientAddress), userAgent: userAgent?.slice(0, LONGEST_USER_AGENT) ?? null };
}

function callerId({ principal }: Context): string {
  if (principal.role === 'PUBLIC') throw refuse('graphql.tokenNeeded');
  return principal.id;
}

const refused = (): DomainError => refuse('auth.refreshTokenEnded');
