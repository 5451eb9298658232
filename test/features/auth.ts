import { v7 as uuidv7 } from 'uuid';
import { hashPassword } from '../../src/platform/passwords.js';
import { requestLoginCode, userLogin } from '../../src/auth/login.service.js';
import {
  endAllSessions,
  endUserSessions,
  logOut,
  mySessions,
  sessionsOf,
  openSession,
  refreshSession,
} from '../../src/auth/session.service.js';
import { requestContactCode, updateCustomer } from '../../src/auth/contact.service.js';
import type { Context } from '../../src/context.js';
import { createCustomer } from '../../src/users/customer.service.js';
import type { FeatureTests } from '../features.js';
import { aCustomer, anAdmin } from '../support/actors.js';
import { validCpf } from '../support/cpf.js';
import { aSession } from '../support/listed-rows.js';
import type { ActStage } from '../support/operator-acts.js';
import { unlessRefused } from '../support/million-stage.js';

const PASSWORD = 'uma-senha-boa';
const SESSIONS = ['test/sessions.test.ts'];
const CONTACTS = ['test/contacts.test.ts'];
const CODES = ['test/login-codes.test.ts'];
const DEVICES = ['test/known-devices.test.ts'];
const DASHBOARD = ['test/dashboard-session.test.ts'];
const LIMITS = ['test/login-limits.test.ts'];
const OPERATORS = ['test/operator-password.test.ts'];

const anOwner = ({ server }: ActStage) => anAdmin(server);

let serial = 0;

export const auth: FeatureTests = {
  operations: `
    adminLogin        P      POST /auth/v1/admin/login
    passkeyLogin      P      POST /auth/v1/admin/passkey
    userLogin         P      POST /auth/v1/user/login
    createCustomer    P      POST /v1/users/customers
    updateCustomer    U      PATCH /v1/users/customers/{id}
    requestContactCode U     POST /v1/users/contact-code
    requestLoginCode  P      POST /auth/v1/user/code
    resetPassword     P      POST /auth/v1/user/password
    refreshSession    P      POST /auth/v1/refresh
    logOut            P      POST /auth/v1/logout
    changePassword    U A    PATCH /v1/users/password
    confirmIdentity   A      POST /v1/users/identity
    mySessions        U A    GET /v1/users/sessions
    endSession        U A    DELETE /v1/users/sessions/{id}
    endAllSessions    U A    DELETE /v1/users/sessions
    sessionsOfUser    A(OS)  GET /v1/users/{userId}/sessions
    endUserSessions   A(OS)  DELETE /v1/users/{userId}/sessions`,
  events: { loginCodes: ['login.code_requested'], own: ['email.code_requested'] },
  acts: {
    changePassword: async (stage) => {
      const { id } = await anOwner(stage);
      const { tokens, db } = stage.server.app;
      const { tokenVersion } = await db.prisma.user.update({
        where: { id },
        data: { passwordHash: await hashPassword(PASSWORD) },
      });
      const by = { id, token: tokens.issue('ADMIN', id, tokenVersion).accessToken };
      return { by, variables: { input: { currentPassword: PASSWORD, newPassword: 'cavalo bateria grampo' } } };
    },
    confirmIdentity: async (stage) => {
      const { id } = await anOwner(stage);
      const { tokens, db } = stage.server.app;
      const passwordHash = await hashPassword(PASSWORD);
      const { tokenVersion } = await db.prisma.user.update({ where: { id }, data: { passwordHash } });
      const session = await db.prisma.session.create({ data: { ...aSession(id), tokenVersion } });
      const by = { id, token: tokens.issue('ADMIN', id, tokenVersion, session.id).accessToken };
      return { by, variables: { input: { currentPassword: PASSWORD } } };
    },
    endSession: async (stage) => {
      const by = await anOwner(stage);
      const { id } = await stage.server.app.db.prisma.session.create({ data: aSession(by.id) });
      return { by, variables: { id } };
    },
    endAllSessions: async (stage) => ({ by: await anOwner(stage), variables: {} }),
    endUserSessions: async ({ server }) => ({ id: (await aCustomer(server)).id }),
  },
  async matrix({ done, operator, buyer, loggingIn: { phone, password } }) {
    const logIn = { input: { phone, password } };
    const openSession = async () => (await done<{ refreshToken: string }>('userLogin', logIn, '{ refreshToken }')).refreshToken;
    const ending = await openSession();
    return {
      calls: {
        adminLogin: () => ({ input: { email: `${operator.id}@example.com`, password } }),
        // None: a wrong one would answer as a caller who is refused.
        passkeyLogin: () => ({ input: { passkey: '{}' } }),
        userLogin: () => logIn,
        createCustomer: () => {
          serial += 1;
          const person = { phone: `+55119${60_000_000 + serial}`, cpf: validCpf(600_000_000 + serial) };
          return { input: { name: 'Ana Lima', ...person, password } };
        },
        requestLoginCode: () => ({ phone }),
        requestContactCode: () => ({ input: { phone } }),
        updateCustomer: () => ({ id: buyer.id, input: { name: 'Maria Souza' } }),
        // Too short: a wrong code would answer as a caller who is refused.
        resetPassword: () => ({ input: { phone, code: '000000', newPassword: 'x' } }),
        // One that was used is taken again for a minute only.
        refreshSession: async () => ({ refreshToken: await openSession() }),
        logOut: () => ({ refreshToken: ending }),
      },
    };
  },
  people({ app, admin, heavyBuyer, of }) {
    const newPhone = '+5511977776666';
    const customer = { name: 'Ana Lima', phone: newPhone, cpf: validCpf(1), email: 'a@example.com', password: 'uma-senha-boa' };
    const withoutSession = Object.assign(Object.create(heavyBuyer) as Context, {
      token: { ...heavyBuyer.token!, sessionId: uuidv7() },
    });
    let refreshToken = '';
    return {
      'sign up': () => createCustomer(admin, customer),
      async 'log in'() {
        const user = await app.db.prisma.user.findUniqueOrThrow({ where: { id: of.heavyBuyer.id } });
        ({ refreshToken } = await app.db.transaction((tx) => openSession(heavyBuyer, tx, user)));
      },
      'refresh a session': () => refreshSession(heavyBuyer, refreshToken),
      'refresh it again': () => refreshSession(heavyBuyer, refreshToken),
      'list sessions': () => mySessions(heavyBuyer),
      'see where a person is logged in': () => sessionsOf(admin, of.buyer.id),
      'log out': () => logOut(heavyBuyer, refreshToken),
      'log out by an access token': () => logOut(withoutSession, null),
      'end all sessions': () => endAllSessions(heavyBuyer),
      'end the sessions of a user': () => endUserSessions(admin, of.buyer.id),
      'ask for a code': () => requestLoginCode(heavyBuyer, newPhone),
      'ask for a code for a contact': () => requestContactCode(heavyBuyer, { phone: newPhone }),
      'prove a contact by a wrong code': () =>
        unlessRefused(updateCustomer(heavyBuyer, of.heavyBuyer.id, { phone: of.heavyBuyer.phone, phoneCode: 'none' })),
      'try a wrong code': () => unlessRefused(userLogin(heavyBuyer, { phone: newPhone, code: 'none' })),
    };
  },
  faults: {
    'src/auth/authenticate.ts': [
      {
        name: 'a token of any kind is taken everywhere',
        find: 'if (claims && accepts.includes(claims.kind)) return claims;',
        replace: 'if (claims) return claims;',
        tests: ['test/legacy-access.test.ts', 'test/auth.test.ts'],
      },
      {
        name: 'a token that is not ours makes its sender the public',
        find: 'if (!authorization) return undefined;',
        replace: 'if (!authorization || !tokens.verify(authorization.slice(7))) return undefined;',
        tests: ['test/auth.test.ts'],
      },
    ],
    'src/auth/codes.ts': [
      {
        name: 'a code may be guessed a hundred times',
        find: 'export const CODE_TRIES = 5;',
        replace: 'export const CODE_TRIES = 100;',
        tests: [...CODES, ...CONTACTS],
      },
    ],
    'src/auth/contact.service.ts': [
      {
        name: 'a minor types an older birth date',
        find: "(['cpf', 'birthDate'] as const)",
        replace: "(['cpf'] as const)",
        tests: ['test/accounts.test.ts'],
      },
      {
        name: 'a new phone needs no code',
        find: "code == null ? 'auth.codeNeeded' : 'auth.wrongContactCode')];\n  }\n  refuseProblems(problems);",
        replace: "code == null ? 'auth.codeNeeded' : 'auth.wrongContactCode')];\n  }",
        tests: CONTACTS,
      },
      {
        name: 'a new phone needs no password',
        find: 'if ((isNewPhone || isNewEmail) && !needsNoPassword) await',
        replace: 'if (isNewEmail && !needsNoPassword) await',
        tests: CONTACTS,
      },
      {
        name: 'a new e-mail address needs no password',
        find: 'if ((isNewPhone || isNewEmail) && !needsNoPassword) await',
        replace: 'if (isNewPhone && !needsNoPassword) await',
        tests: CONTACTS,
      },
      {
        name: 'an account without a password is moved to another phone',
        find: 'const needsNoPassword = !isNewPhone && ',
        replace: 'const needsNoPassword = ',
        tests: CONTACTS,
      },
      {
        name: 'who has no password replaces the e-mail address',
        find: '!isNewPhone && buyer.email === null && (',
        replace: '!isNewPhone && (',
        tests: CONTACTS,
      },
      {
        name: 'who logged in by a code can never have an e-mail address',
        find: 'const needsNoPassword = !isNewPhone &&',
        replace: 'const needsNoPassword = isNewPhone &&',
        tests: CONTACTS,
      },
      {
        name: 'a buyer changes a CPF that is set',
        find: "(['cpf', 'birthDate'] as const)",
        replace: "(['birthDate'] as const)",
        tests: ['test/accounts.test.ts'],
      },
      {
        name: 'a buyer changes a date of birth that is set',
        find: "(['cpf', 'birthDate'] as const)",
        replace: "(['cpf'] as const)",
        tests: ['test/accounts.test.ts', 'test/user-desk.test.ts'],
      },
      {
        name: 'a new e-mail address needs no code',
        find: 'emailCode: [isNewEmail ? person.email : null, emailCode]',
        replace: 'emailCode: [null, emailCode]',
        tests: CONTACTS,
      },
      {
        name: 'a stranger moves an account away while its owner proves the phone',
        find: 'before.tokenVersion !== ctx.token?.version ||',
        replace: '',
        tests: CONTACTS,
      },
      {
        name: 'a phone is taken from the account that proved it',
        find: 'if (phone != null) await takePhone(ctx, tx, phone, buyer.id);',
        replace: '',
        tests: CONTACTS,
      },
      {
        name: 'a code that proved a phone proves it again',
        find: '    if (phone != null || isNewEmail) await tx.query(deleteContactCodes, [buyer.id]);\n',
        replace: '',
        tests: CONTACTS,
      },
      {
        name: 'in production codes for contacts are asked for without limit',
        find: 'await ctx.loginLimits.countCode({ contact, clientAddress: ctx.clientAddress, account });',
        replace: '{ isSent: true, notSent: async () => undefined };',
        tests: CONTACTS,
      },
      {
        name: 'who claims the phone of another is sent every code and floods the phone',
        find: '    if (!counted.isSent) return given!.expiresAt;\n',
        replace: '',
        tests: CONTACTS,
      },
      {
        name: 'a code that is not sent is there to be guessed',
        find: ': randomBytes(32);',
        replace: ': hashOfCode(ctx, `${buyer.id} ${contact}`, code);',
        tests: CONTACTS,
      },
      {
        name: 'codes that are not sent use up the codes of an hour',
        find: '  if (!counted.isSent) await counted.notSent();\n',
        replace: '',
        tests: CONTACTS,
      },
      {
        name: 'strangers keep the owner of a phone from proving it',
        find: 'if (phone !== contact) return { id, claims: false',
        replace: 'if (id) return { id, claims: false',
        tests: CONTACTS,
      },
      {
        name: 'strangers who claim a phone use up the codes of its first account',
        find: 'isOwner: ownerOf(await accountsOfPhone(ctx, contact))?.id === id };',
        replace: 'isOwner: false };',
        tests: CONTACTS,
      },
    ],
    'src/auth/login.service.ts': [
      {
        name: 'who only claims a phone guesses at its codes as on its known device',
        find: 'known.find(({ user }) => user.phoneProvedAt)?.device',
        replace: 'known[0]?.device',
        tests: DEVICES,
      },
      {
        name: 'an operator changes the password to any',
        find: "user.role === 'ADMIN' ? problemOfOperatorPassword",
        replace: "user.role === ('NOBODY' as string) ? problemOfOperatorPassword",
        tests: OPERATORS,
      },
      {
        name: 'a buyer changes the password to one of a character',
        find: ': problemOfPassword(newPassword);',
        replace: ': undefined;',
        tests: ['test/password-change.test.ts'],
      },
      {
        name: 'who registers the phone of another guesses at their password on a known device',
        find: 'among: async () => [user] })',
        replace: 'among: all })',
        tests: DEVICES,
      },
      {
        name: 'who has two accounts of a phone on one device gets into the last one only',
        find: '...known.map(({ user, device }) => ({',
        replace: '...known.slice(0, 1).map(({ user, device }) => ({',
        tests: DEVICES,
      },
      {
        name: 'who logged in to one account of a phone does not get into the other on that device',
        find: ', { among: findOthers }];',
        replace: ', ...(known.length > 0 ? [] : [{ among: findOthers }])];',
        tests: DEVICES,
      },
      {
        name: 'who only claims a phone wipes out what they guessed at its owner',
        find: "'device' in counted || phoneProvedAt !== null",
        replace: "'device' in counted || phoneProvedAt !== undefined",
        tests: DEVICES,
      },
      {
        name: 'ten wrong passwords refuse the right code',
        find: 'provedDevice(known), isByCode: true }',
        replace: 'provedDevice(known), isByCode: false }',
        tests: CODES,
      },
      {
        name: 'phones of nobody use up the codes of an hour',
        find: '  if (!isKnown) await counted.notSent();\n',
        replace: '',
        tests: CODES,
      },
      {
        name: 'how soon the answer comes tells whether somebody has the phone',
        find: 'await Promise.all([giveCode(ctx, number, counted, ways), sleep(ANSWER_AFTER_MS)])',
        replace: 'await Promise.all([giveCode(ctx, number, counted, ways)])',
        tests: CODES,
      },
      {
        name: 'a password is changed without the one before',
        find: '  await provePassword(ctx, actor.id, currentPassword);\n',
        replace: '',
        tests: ['test/password-change.test.ts'],
      },
    ],
    'src/auth/login-counters.ts': [
      {
        name: 'a password may be guessed a hundred times at once',
        find: 'const counted = await counter.take();',
        replace: 'const counted = { count: 1, sinceFirstMs: 0, leftMs: 0 };',
        tests: ['test/auth.test.ts', 'test/login-limits'],
      },
    ],
    'src/auth/login-limits.ts': [
      {
        name: 'failures elsewhere refuse a known device',
        find: '    if (device !== undefined) {',
        replace: "    if (device === '') {",
        tests: DEVICES,
      },
      {
        name: 'a known device has tries without end',
        find: '      await take(own);\n',
        replace: '',
        tests: DEVICES,
      },
      {
        name: 'a known device tries codes without end',
        find: '(isByCode ? codesPerDevice : perDevice)(device)',
        replace: '(isByCode ? (of: string) => codesPerDevice(`${of}${Math.random()}`) : perDevice)(device)',
        tests: [...LIMITS, ...CODES],
      },
      {
        name: 'an address tries codes without end',
        find: '      await take(codesPerAddress(address));\n',
        replace: '',
        tests: LIMITS,
      },
      {
        name: 'codes of the known device and wrong passwords on it count together',
        find: '(isByCode ? codesPerDevice : perDevice)(device)',
        replace: 'perDevice(device)',
        tests: LIMITS,
      },
      {
        name: 'fifty failures elsewhere keep the owner out',
        find: 'account: { points: 10_000,',
        replace: 'account: { points: 50,',
        tests: LIMITS,
      },
      {
        name: 'an address does not wait for its failures on an account that is guessed at',
        find: 'if (waitMs > 0) throw attacked',
        replace: 'if (waitMs > 1e9) throw attacked',
        tests: LIMITS,
      },
      {
        name: 'a stranger registers a phone without end, and slows its logins down',
        find: '          await take(ofPhone);\n',
        replace: '',
        tests: LIMITS,
      },
      {
        name: 'an account sends codes to phones without end',
        find: '          if (isForOther) await take(codesForOthers(asker));\n',
        replace: '',
        tests: CONTACTS,
      },
      {
        name: 'the first account of a phone and others after it flood the phone',
        find: '(isOwner && (await wasTaken((take) => take(codesOfOwner(contact)))))',
        replace: 'isOwner',
        tests: CONTACTS,
      },
      {
        name: 'strangers use up the codes of a phone',
        find: 'fromHere !== undefined && fromHere.count <= CODES.phoneFromAddress.few',
        replace: 'false',
        tests: CODES,
      },
      {
        name: 'one crowd uses up the codes of an hour',
        find: 'if (isMany || blurred',
        replace: 'if (blurred',
        tests: CODES,
      },
    ],
    'src/platform/operator-password.ts': [
      {
        name: 'an operator may have a password that everybody guesses',
        find: 'if (guesses >= LEAST_GUESSES) return undefined;',
        replace: 'if (guesses >= 0) return undefined;',
        tests: OPERATORS,
      },
      {
        name: 'an operator may have the own name as the password',
        find: 'names.filter((name) => name.length >= SHORTEST_NAME)',
        replace: 'names.filter((name) => name.length > 99)',
        tests: OPERATORS,
      },
      {
        name: 'an operator may have a password of eight characters',
        find: 'const LENGTH = { min: 12,',
        replace: 'const LENGTH = { min: 8,',
        tests: OPERATORS,
      },
      {
        name: 'spaces make the password of an operator long enough',
        find: 'const password = typed.trim();',
        replace: 'const password = typed;',
        tests: OPERATORS,
      },
    ],
    'src/platform/guesses.ts': [
      {
        name: 'an operator may have a password that is in every list of stolen ones',
        find: '  for (const word of EVERYWHERE)',
        replace: '  for (const word of EVERYWHERE.slice(999))',
        tests: OPERATORS,
      },
      {
        name: 'an operator may have a password of words that everybody uses',
        find: 'return Math.min(cost, backwards + 1, ...unmasked);',
        replace: 'return Math.max(cost, backwards + 1, ...unmasked);',
        tests: OPERATORS,
      },
      {
        name: 'an operator may have a walk over the keys as the password',
        find: 'if (length >= 4 && isWalk(piece))',
        replace: 'if (length >= 99 && isWalk(piece))',
        tests: OPERATORS,
      },
      {
        name: 'an operator may have a birthday as the password',
        find: 'DATES.some((date) => date.test(piece))',
        replace: 'DATES.some((date) => date.test(piece) && length > 99)',
        tests: OPERATORS,
      },
    ],
    'src/users/person.ts': [
      {
        name: 'the first password of an operator may be any',
        find: ': operatorPassword(password, [name, email])',
        replace: ': false',
        tests: OPERATORS,
      },
    ],
    'src/users/user-admin.service.ts': [
      {
        name: 'another password of an operator may be any',
        find: 'operatorPassword(password, [name ?? before.name, email ?? before.email])',
        replace: 'required(password)',
        tests: OPERATORS,
      },
    ],
    'src/auth/dashboard-session.route.ts': [
      {
        name: 'the dashboard is refused for another token that comes with its request',
        find: 'authorization: undefined });',
        replace: '});',
        tests: ['test/dashboard-session.test.ts'],
      },
      {
        name: 'a page of another host uses the session of an operator',
        find: 'if (!origins.isOwn(request.headers)) throw',
        replace: 'if (request.headers.origin === undefined) throw',
        tests: DASHBOARD,
      },
      {
        name: 'a script of the dashboard sees the refresh token',
        find: '    return { accessToken, expiresAt };',
        replace: '    return { accessToken, expiresAt, refreshToken };',
        tests: DASHBOARD,
      },
      {
        name: 'the cookie of an operator stays after the logout',
        find: "    keep(reply, '', 0);\n",
        replace: '',
        tests: DASHBOARD,
      },
    ],
    'src/platform/http/cookies.ts': [
      {
        name: 'a cookie of a longer name is taken for ours',
        find: 'pair.startsWith(`${name}=`)',
        replace: 'pair.startsWith(name)',
        tests: DASHBOARD,
      },
      {
        name: 'a cookie whose name ends as ours is taken for it',
        find: 'pair.startsWith(`${name}=`))?.slice(name.length + 1)',
        replace: "pair.includes(`${name}=`))?.split('=')[1]",
        tests: DASHBOARD,
      },
      {
        name: 'every script reads the cookie of an operator',
        find: 'HttpOnly; SameSite=Strict',
        replace: 'SameSite=Strict',
        tests: DASHBOARD,
      },
    ],
    'src/auth/known-device.ts': [
      {
        name: 'a mark of before the sessions ended is still one',
        find: 'one?.id === userId && one.tokenVersion === tokenVersion',
        replace: 'one?.id === userId',
        tests: DEVICES,
      },
      {
        name: 'a mark of one user is one of every user',
        find: 'one?.id === userId && one.tokenVersion',
        replace: 'one?.tokenVersion',
        tests: DEVICES,
      },
    ],
    'src/auth/device-marks.ts': [
      {
        name: 'anybody makes a mark of a device',
        find: ' || !constantTimeEqual(bytes.subarray(BODY_BYTES), tagOf(body))',
        replace: '',
        tests: DEVICES,
      },
    ],
    'src/platform/fair-queue.ts': [
      {
        name: 'who floods the login is served first',
        find: 'leastOf(waiting, lead)',
        replace: '[...waiting][0]',
        tests: ['test/fair-queue.test.ts'],
      },
      {
        name: 'a crowd pushes out others',
        find: 'leastOf([...waiting].toReversed(), fewest)',
        replace: '[...waiting].at(-1)',
        tests: ['test/fair-queue.test.ts'],
      },
    ],
    'src/auth/operator.service.ts': [
      {
        name: 'the first operator of a production has any password',
        find: 'const problem = app.config.production && saidOf',
        replace: 'const problem = !app.config.production && saidOf',
        tests: ['test/first-operator.test.ts'],
      },
      {
        name: 'a password that was proven before another change is set over it',
        find: 'where: { id, tokenVersion, deletedAt',
        replace: 'where: { id, deletedAt',
        tests: ['test/password-change.test.ts'],
      },
    ],
    'src/auth/session.service.ts': [
      {
        name: 'a refresh token that was replaced long ago brings the next one all the same',
        find: 'held.generation === generation + 1 && held.isRecent',
        replace: 'held.generation === generation + 1',
        tests: SESSIONS,
      },
      {
        name: 'a refresh token that comes a second time ends nothing',
        find: "await tx.query(sql.endSession, [sessionId, 'REUSED', null]);",
        replace: '',
        tests: SESSIONS,
      },
    ],
    'src/auth/session.sql.ts': [
      {
        name: 'a refresh token that was replaced refreshes',
        find: 'AND s.generation = $2::int AND u.id',
        replace: 'AND s.generation >= $2::int AND u.id',
        tests: SESSIONS,
      },
      {
        name: 'a session that is refreshed lasts for ever',
        find: 'refresh_expires_at = least(s.expires_at, now()',
        replace: "refresh_expires_at = least(s.expires_at + interval '10 years', now()",
        tests: SESSIONS,
      },
      {
        name: 'anybody ends the sessions of others by their ids',
        find: 'AND ($3::uuid IS NULL OR s.user_id = $3::uuid)',
        replace: 'AND ($3::uuid IS NULL OR s.user_id IS NOT NULL)',
        tests: SESSIONS,
      },
    ],
    'src/auth/token-owners.ts': [
      {
        name: 'who logs out is still let in by the access token',
        find: 'owners.filter(({ isEnded }) => !isEnded)',
        replace: 'owners',
        tests: [...SESSIONS, 'test/token-ends.test.ts'],
      },
      {
        name: 'a token of before a new password is still valid',
        find: 'return owner.role === kind && owner.version === version;',
        replace: 'return owner.role === kind;',
        tests: ['test/token-ends.test.ts'],
      },
    ],
    'src/auth/login.sql.ts': [
      {
        name: 'guesses elsewhere use up a code for the device of its buyer',
        find: '($4::boolean OR tries < $3::int)',
        replace: 'tries < $3::int',
        tests: CODES,
      },
      {
        name: 'a code to log in is good for a second time',
        find: 'WHERE phone = $1 AND used_at IS NULL AND',
        replace: 'WHERE phone = $1 AND',
        tests: CODES,
      },
      {
        name: 'a code to log in never expires',
        find: ' AND expires_at > now()\n',
        replace: '\n',
        tests: CODES,
      },
      {
        name: 'who is blocked gets a code to log in',
        find: "AND role = 'USER' AND deleted_at IS NULL AND blocked_at IS NULL)",
        replace: "AND role = 'USER' AND deleted_at IS NULL)",
        tests: CODES,
      },
    ],
  },
};
