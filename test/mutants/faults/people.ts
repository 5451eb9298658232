import type { Mutant } from '../mutant.js';

const SESSION = 'src/auth/session.service.ts';
const SESSION_SQL = 'src/auth/session.sql.ts';
const SESSIONS = ['test/sessions.test.ts'];
const CODE = 'src/auth/login-code.service.ts';
const CODE_SQL = 'src/auth/login-code.sql.ts';
const CODES = ['test/login-codes.test.ts'];
const DESK = 'src/users/user-desk.service.ts';
const DESKS = ['test/user-desk.test.ts', 'test/users.test.ts'];
const DELETION = 'src/personal-data/deletion.service.ts';
const DELETIONS = ['test/personal-data.test.ts', 'test/own-data.test.ts'];

/** Somebody gets in, stays in, or is known for longer than they should. */
export const peopleMutants: Mutant[] = [
  {
    name: 'a refresh token that was replaced long ago brings the next one all the same',
    file: SESSION,
    find: 'held.generation === generation + 1 && held.isRecent',
    replace: 'held.generation === generation + 1',
    tests: SESSIONS,
  },
  {
    name: 'a refresh token that comes a second time ends nothing',
    file: SESSION,
    find: "await tx.query(sql.endSession, [sessionId, 'REUSED', null]);",
    replace: '',
    tests: SESSIONS,
  },
  {
    name: 'a refresh token that was replaced refreshes',
    file: SESSION_SQL,
    find: 'AND s.generation = $2::int AND u.id',
    replace: 'AND s.generation >= $2::int AND u.id',
    tests: SESSIONS,
  },
  {
    name: 'a session that is refreshed lasts for ever',
    file: SESSION_SQL,
    find: 'refresh_expires_at = least(s.expires_at, now()',
    replace: "refresh_expires_at = least(s.expires_at + interval '10 years', now()",
    tests: SESSIONS,
  },
  {
    name: 'anybody ends the sessions of others by their ids',
    file: SESSION_SQL,
    find: 'AND ($3::uuid IS NULL OR s.user_id = $3::uuid)',
    replace: 'AND ($3::uuid IS NULL OR s.user_id IS NOT NULL)',
    tests: SESSIONS,
  },
  {
    name: 'who logs out is still let in by the access token',
    file: 'src/auth/token-owners.ts',
    find: 'owners.filter(({ isEnded }) => !isEnded)',
    replace: 'owners',
    tests: [...SESSIONS, 'test/token-ends.test.ts'],
  },
  {
    name: 'a token of before a new password is still valid',
    file: 'src/auth/token-owners.ts',
    find: 'return owner.role === kind && owner.version === version;',
    replace: 'return owner.role === kind;',
    tests: ['test/token-ends.test.ts'],
  },
  {
    name: 'who was blocked and let in again is logged in as before',
    file: 'prisma/migrations',
    find: '    OR OLD.blocked_at IS DISTINCT FROM NEW.blocked_at\n',
    replace: '',
    tests: DESKS,
  },
  {
    name: 'a code to log in may be guessed a hundred times',
    file: CODE,
    find: 'const TRIES = 5;',
    replace: 'const TRIES = 100;',
    tests: CODES,
  },
  {
    name: 'a code to log in is good for a second time',
    file: CODE_SQL,
    find: 'WHERE phone = $1 AND used_at IS NULL AND',
    replace: 'WHERE phone = $1 AND',
    tests: CODES,
  },
  {
    name: 'a code to log in never expires',
    file: CODE_SQL,
    find: ' AND expires_at > now()\n',
    replace: '\n',
    tests: CODES,
  },
  {
    name: 'who is blocked gets a code to log in',
    file: CODE_SQL,
    find: "AND role = 'USER' AND deleted_at IS NULL AND blocked_at IS NULL",
    replace: "AND role = 'USER' AND deleted_at IS NULL",
    tests: CODES,
  },
  {
    name: 'how soon the answer comes tells whether somebody has the phone',
    file: CODE,
    find: 'await Promise.all([giveCode(ctx, number), sleep(ANSWER_AFTER_MS)])',
    replace: 'await Promise.all([giveCode(ctx, number)])',
    tests: CODES,
  },
  {
    name: 'a password is changed without the one before',
    file: 'src/auth/password.service.ts',
    find: '  await provePassword(ctx, actor.id, currentPassword);\n',
    replace: '',
    tests: ['test/password-change.test.ts'],
  },
  {
    name: 'a password that was proven before another change is set over it',
    file: 'src/auth/operator-password.ts',
    find: 'where: { id, tokenVersion, deletedAt',
    replace: 'where: { id, deletedAt',
    tests: ['test/password-change.test.ts'],
  },
  {
    name: 'support changes operators',
    file: DESK,
    find: "  if (user.role === 'ADMIN') throw new DomainError('FORBIDDEN'",
    replace: "  if (user.role !== 'ADMIN' && user.role !== 'USER') throw new DomainError('FORBIDDEN'",
    tests: DESKS,
  },
  {
    name: 'support changes the CPF that a raffle sells by',
    file: DESK,
    find: '  if (cpf !== undefined || birthDate !== undefined)\n    throw',
    replace: '  if (cpf !== undefined && birthDate !== undefined && user.deletedAt)\n    throw',
    tests: DESKS,
  },
  {
    name: 'the last owner may go, and nobody is left who could make another',
    file: DESK,
    find: 'if (owners.some((owner) => owner.id !== id)) return;',
    replace: 'if (owners.length > 0) return;',
    tests: [...DESKS, ...DELETIONS],
  },
  {
    name: 'who has the old phone stays logged in on it',
    file: DESK,
    find: '...(person.phone !== undefined && { tokenVersion: { increment: 1 } }),',
    replace: '',
    tests: DESKS,
  },
  {
    name: 'an account is deleted while it holds quotas of a raffle that is not drawn',
    file: DELETION,
    find: 'if (underWay.length > 0) {',
    replace: 'if (underWay.length > 3) {',
    tests: DELETIONS,
  },
  {
    name: 'a deleted account leaves its name and CPF on its orders',
    file: DELETION,
    find: '    await tx.query(forgetBuyer, [id]);\n',
    replace: '',
    tests: DELETIONS,
  },
  {
    name: 'a deleted account can be logged in to',
    file: DELETION,
    find: '      passwordHash: null,\n      deletedAt: new Date(),\n',
    replace: '',
    tests: DELETIONS,
  },
  {
    name: 'an account is deleted by whoever has its token for a moment',
    file: DELETION,
    find: '  await provePassword(ctx, principal.id, currentPassword);\n',
    replace: '',
    tests: DELETIONS,
  },
  {
    name: 'an operator takes somebody’s data away and no entry says so',
    file: 'src/personal-data/personal-data.service.ts',
    find: "if (ctx.principal.role === 'ADMIN')",
    replace: "if (ctx.principal.role === 'CLIENT')",
    tests: DELETIONS,
  },
];
