import { blockUser, createUser, unblockUser, updateUser } from '../../src/users/user-admin.service.js';
import { findUserByPhone } from '../../src/users/user.service.js';
import type { FeatureTests } from '../features.js';
import { aCustomer } from '../support/actors.js';
import { validCpf } from '../support/cpf.js';
import type { ActStage } from '../support/operator-acts.js';

const MERGED = ['test/merged-accounts.test.ts'];
const ACCOUNTS = ['test/accounts.test.ts'];
const DESKS = ['test/user-desk.test.ts', 'test/users.test.ts'];

const aBuyer = async ({ server }: ActStage) => ({ id: (await aCustomer(server)).id });

let serial = 0;

export const users: FeatureTests = {
  operations: `
    me              U A    GET /v1/users/profile
    users           A      GET /v1/users
    user            A      GET /v1/users/{id}
    userByPhone     A      GET /v1/users/phone/{phone}
    createUser      A(O)   POST /v1/users
    updateUser      A(OS)  PATCH /v1/users/{id}
    blockUser       A(OS)  PATCH /v1/users/{id}/block
    unblockUser     A(OS)  PATCH /v1/users/{id}/unblock`,
  acts: {
    createUser: async () => {
      serial += 1;
      const phone = `+55119${70_000_000 + serial}`;
      return { input: { role: 'USER', name: 'Rui Costa', phone, cpf: validCpf(700_000_000 + serial) } };
    },
    updateUser: async (stage) => ({ ...(await aBuyer(stage)), input: { name: 'Rui Costa' } }),
    blockUser: async (stage) => ({ ...(await aBuyer(stage)), reason: 'fraud' }),
    unblockUser: async (stage) => {
      const buyer = await aBuyer(stage);
      await stage.done('blockUser', { ...buyer, reason: 'fraud' });
      return buyer;
    },
  },
  matrix: async ({ buyer: { id, phone } }) => ({
    ids: { User: id, userId: id, phone, role: 'USER' },
  }),
  people: ({ admin, of: { buyer } }) => ({
    'make a user': () => createUser(admin, { role: 'USER', name: 'Rui Costa', phone: '+5511977776655', cpf: validCpf(7) }),
    'change a user': () => updateUser(admin, buyer.id, { name: 'Rui C.', email: 'rui@example.com' }),
    'block a user': () => blockUser(admin, buyer.id, 'fraud'),
    'unblock a user': () => unblockUser(admin, buyer.id),
    'find a user by phone': () => findUserByPhone(admin, '+5521910000001'),
  }),
  lists: ({ heavyBuyer, buyer, time, uuid, from, to }) => ({
    users: {
      after: [time, uuid],
      filters: [
        ...[heavyBuyer, buyer].flatMap(({ phone, cpf }) => [`phone: "${phone}"`, `cpf: "${cpf}"`]),
        'email: "nobody@example.com"',
        from,
        to,
        `${from}, ${to}`,
        `isBlocked: true, ${to}`,
        'isBlocked: false',
      ],
    },
  }),
  faults: {
    'prisma/migrations': [
      {
        name: 'who was blocked and let in again is logged in as before',
        find: '    OR OLD.blocked_at IS DISTINCT FROM NEW.blocked_at\n',
        replace: '',
        tests: DESKS,
      },
    ],
    'src/users/user-admin.service.ts': [
      {
        name: 'support changes operators',
        find: "  if (user.role === 'ADMIN') throw refuse(",
        replace: "  if (user.role !== 'ADMIN' && user.role !== 'USER') throw refuse(",
        tests: DESKS,
      },
      {
        name: 'support changes the CPF that a raffle sells by',
        find: '  if (cpf !== undefined || birthDate !== undefined) throw',
        replace: '  if (cpf !== undefined && birthDate !== undefined && user.deletedAt) throw',
        tests: DESKS,
      },
      {
        name: 'the last owner may go, and nobody is left who could make another',
        find: 'if (owners.some((owner) => owner.id !== id)) return;',
        replace: 'if (owners.length > 0) return;',
        tests: [...DESKS, 'test/personal-data.test.ts', 'test/own-data.test.ts'],
      },
      {
        name: 'who has the old phone stays logged in on it',
        find: 'phoneProvedAt: null, tokenVersion: { increment: 1 } }),',
        replace: 'phoneProvedAt: null }),',
        tests: DESKS,
      },
      {
        name: 'a phone that an operator typed counts as proved',
        find: 'phoneProvedAt: null, tokenVersion: { increment: 1 } }),',
        replace: 'tokenVersion: { increment: 1 } }),',
        tests: ACCOUNTS,
      },
    ],
    'src/users/account-of-phone.sql.ts': [
      {
        name: 'an account that was brought into another stays behind when that one is brought into a third',
        find: 'WHERE id = ANY ($1::uuid[]) OR merged_into = ANY ($1)`',
        replace: 'WHERE id = ANY ($1::uuid[])`',
        tests: ['test/merged-accounts.test.ts'],
      },
      {
        name: 'a stranger who registered somebody’s phone stays logged in after they proved it',
        find: 'token_version = u.token_version + 1, ',
        replace: '',
        tests: ACCOUNTS,
      },
      {
        name: 'a stranger who registered somebody’s phone keeps a password to their account',
        find: 'phone_proved_at = now(), password_hash = NULL, ',
        replace: 'phone_proved_at = now(), ',
        tests: ACCOUNTS,
      },
      {
        name: 'an operator logs in as a buyer by their phone',
        find: "u.phone = $1 AND u.role = 'USER' AND u.deleted_at IS NULL",
        replace: 'u.phone = $1 AND u.deleted_at IS NULL',
        tests: ['test/auth.test.ts'],
      },
      {
        name: 'a stranger’s account comes before the one that bought',
        find: 'paid.quotas DESC NULLS LAST, ',
        replace: '',
        tests: ACCOUNTS,
      },
      {
        name: 'a newer account of a stranger comes before the first',
        find: 'NULLS LAST, u.created_at, u.id',
        replace: 'NULLS LAST, u.created_at DESC, u.id DESC',
        tests: ACCOUNTS,
      },
      ...['cpf', 'email', 'birth_date'].map((column) => ({
        name: `who proves a phone gets the ${column} that a stranger typed`,
        find: `${column} = CASE WHEN $2::boolean THEN u.${column} END`,
        replace: `${column} = u.${column}`,
        tests: ACCOUNTS,
      })),
    ],
    'src/users/user.sql.ts': [
      ['whose phone is proved', ' AND x.phone_proved_at IS NULL', ''],
      ['that is blocked', ' AND x.blocked_at IS NULL', ''],
      ['that an operator made', 'x.password_hash IS NOT NULL', 'true'],
      ['that ordered', 'NOT EXISTS (SELECT FROM orders o WHERE o.user_id = x.id OFFSET 0)', 'true'],
      ['that is owed a commission', 'NOT EXISTS (SELECT FROM referrers r WHERE r.user_id = x.id OFFSET 0)', 'true'],
      ['that is logged in', ' AND s.refresh_expires_at > now() OFFSET 0', ' AND false'],
    ].map(([whose, find, replace]) => ({
      name: `an account ${whose} ends as unused`,
      find: find!,
      replace: replace!,
      tests: ['test/retention.test.ts'],
    })),
    'src/users/merge-accounts.ts': [
      {
        name: 'what was bought in another account of the phone is lost',
        find: '  for (const { accountMoves } of features) await accountMoves?.(tx, from, to);\n',
        replace: '',
        tests: MERGED,
      },
    ],
    'src/users/account-of-phone.service.ts': [
      {
        name: 'a blocked buyer logs in',
        find: 'accounts.filter(({ blockedAt, passwordHash }) => !blockedAt && passwordHash)',
        replace: 'accounts.filter(({ passwordHash }) => passwordHash)',
        tests: DESKS,
      },
      {
        name: 'how long a login takes tells how many accounts a phone has',
        find: 'hashPassword(password, [`address ${clientAddress}`], like?.passwordHash)',
        replace: 'hashPassword(password)',
        tests: ACCOUNTS,
      },
      {
        name: 'a code opens the account of a stranger who bought more, not that of the device',
        find: ' ?? open.find(({ id }) => known.includes(id))',
        replace: '',
        tests: ACCOUNTS,
      },
      {
        name: 'what a stranger typed stays when the phone is proved on another device',
        find: 'const isTheirs = known.includes(account.id) ||',
        replace: 'const isTheirs = known.length >= 0 ||',
        tests: ACCOUNTS,
      },
      {
        name: 'what a buyer typed is taken away on their own device',
        find: 'const isTheirs = known.includes(account.id) ||',
        replace: 'const isTheirs =',
        tests: ACCOUNTS,
      },
      {
        name: 'what an operator typed is taken away by the first code',
        find: ' || account.passwordHash === null;',
        replace: ';',
        tests: ACCOUNTS,
      },
      {
        name: 'a stranger whose token has not ended reaches what was bought in other accounts of the phone',
        find: 'if (others.length === 0) {',
        replace: 'if (others.length >= 0) {',
        tests: MERGED,
      },
      {
        name: 'what a stranger gave back uses up the limit of who has the phone',
        find: 'if (!row?.hasGivenBack) return id;',
        replace: 'if (row) return id;',
        tests: MERGED,
      },
      {
        name: 'who proved a phone, and what was emptied then, is not written down',
        find: "  await writeAudit(tx, { by, action: 'provePhone', subjectType: 'user', subjectId: id, details: emptied });\n",
        replace: '',
        tests: ACCOUNTS,
      },
      {
        name: 'who was blocked proves the phone again for another account',
        find: 'phoneProvedAt ?? !blockedAt',
        replace: '!blockedAt',
        tests: ACCOUNTS,
      },
    ],
  },
};
