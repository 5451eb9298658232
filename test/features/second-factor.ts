import { v7 as uuidv7 } from 'uuid';
import { seal } from '../../src/platform/crypto.js';
import {
  beginTotp,
  createRecoveryCodes,
  demandSecondFactor,
  methodsOf,
  mySecondFactor,
  removeTotp,
  resetSecondFactor,
  secondFactors,
  useCode,
} from '../../src/second-factor/second-factor.service.js';
import { newTotpSecret } from '../../src/second-factor/totp.js';
import type { FeatureTests } from '../features.js';
import { anAdmin } from '../support/actors.js';
import type { ActStage } from '../support/operator-acts.js';
import { codeOfBytes } from '../support/second-factors.js';
import { unlessRefused } from '../support/million-stage.js';

const TESTS = ['test/second-factor.test.ts'];

/** An owner with an authenticator app, and another one that waits for its first code. */
async function anEnrolledOwner({ server: { app } }: ActStage) {
  const by = await anAdmin({ app });
  const secret = newTotpSecret();
  const sealed = () => seal(app.config.encryptionKeys, secret);
  await app.db.prisma.totpSecret.create({
    data: { userId: by.id, sealedSecret: sealed(), confirmedAt: new Date(), sealedNewSecret: sealed() },
  });
  return { by, secret };
}

export const secondFactor: FeatureTests = {
  operations: `
    mySecondFactor       A     GET /v1/users/second-factor
    beginTotp            A     POST /v1/users/second-factor/totp
    confirmTotp          A     POST /v1/users/second-factor/totp/confirm
    removeTotp           A     DELETE /v1/users/second-factor/totp
    createRecoveryCodes  A     POST /v1/users/second-factor/recovery-codes
    secondFactors        A(O)  GET /v1/second-factors
    secondFactorDemand   A(O)  GET /v1/second-factors/roles
    demandSecondFactor   A(O)  PUT /v1/second-factors/roles
    resetSecondFactor    A(O)  DELETE /v1/users/{id}/second-factor`,
  acts: {
    beginTotp: async (stage) => ({ by: await anAdmin(stage.server), variables: {} }),
    confirmTotp: async (stage) => {
      const { by, secret } = await anEnrolledOwner(stage);
      // A code of the moment in which it is sent.
      const variables = {
        get code() {
          return codeOfBytes(secret);
        },
      };
      return { by, variables };
    },
    removeTotp: async (stage) => ({ by: (await anEnrolledOwner(stage)).by, variables: {} }),
    // Those of the role have one, so that they go on in the walks.
    demandSecondFactor: async ({ server }) => {
      const { prisma } = server.app.db;
      const managers = await prisma.user.findMany({ where: { operatorRole: 'MANAGER' }, select: { id: true } });
      const sealedSecret = seal(server.app.config.encryptionKeys, newTotpSecret());
      const data = managers.map(({ id }) => ({ userId: id, sealedSecret, confirmedAt: new Date() }));
      await prisma.totpSecret.createMany({ data, skipDuplicates: true });
      await prisma.secondFactorRole.createMany({ data: [{ operatorRole: 'MANAGER' }], skipDuplicates: true });
      return { roles: [] };
    },
    createRecoveryCodes: async (stage) => ({ by: (await anEnrolledOwner(stage)).by, variables: {} }),
    resetSecondFactor: async (stage) => ({ id: (await anEnrolledOwner(stage)).by.id }),
  },
  // Back and forth, so that each call changes something, and at last no role is asked.
  people: ({ admin }) => ({
    'see who has a second factor': () => secondFactors(admin),
    'demand a second factor': async () => {
      await demandSecondFactor(admin, ['SUPPORT']);
      await demandSecondFactor(admin, []);
    },
    'look at a second factor': () => mySecondFactor(admin),
    'begin to set up an authenticator app': () => beginTotp(admin),
    'type a wrong code': () => useCode(admin, uuidv7(), '000000'),
    'type a wrong recovery code': () => useCode(admin, uuidv7(), 'AAAA-AAAA-AAAA-AAAA'),
    'make recovery codes': () => unlessRefused(createRecoveryCodes(admin)),
    'remove an authenticator app': () => removeTotp(admin),
    'log in with a second factor': () => methodsOf(admin, uuidv7()),
    'reset a second factor': () => unlessRefused(resetSecondFactor(admin, uuidv7())),
  }),
  faults: {
    'src/second-factor/second-factor.sql.ts': [
      {
        name: 'a code is accepted twice',
        find: 'sealed_secret IS NOT NULL AND last_step < $2::int',
        replace: 'sealed_secret IS NOT NULL',
        tests: TESTS,
      },
      {
        name: 'a recovery code is accepted twice',
        find: 'AND c.code_hash = $2 AND c.used_at IS NULL',
        replace: 'AND c.code_hash = $2',
        tests: TESTS,
      },
    ],
    'src/second-factor/second-factor.service.ts': [
      {
        name: 'sessions of before the second factor go on',
        find: '    await tx.query(endOtherSessions, [userId, ctx.token?.sessionId ?? null]);\n',
        replace: '',
        tests: TESTS,
      },
      {
        name: 'who took over a session keeps it after the reset',
        find: '      data: { tokenVersion: { increment: 1 } },\n      omit',
        replace: '      data: {},\n      omit',
        tests: TESTS,
      },
    ],
    'src/auth/operator-login.service.ts': [
      {
        name: 'a buyer logs in where operators do',
        find: "where: { email, role: 'ADMIN', deletedAt: null, blockedAt: null }",
        replace: 'where: { email, deletedAt: null, blockedAt: null }',
        tests: ['test/auth.test.ts'],
      },
      {
        name: 'a deleted operator logs in',
        find: "where: { email, role: 'ADMIN', deletedAt: null, blockedAt: null }",
        replace: "where: { email, role: 'ADMIN', blockedAt: null }",
        tests: ['test/auth.test.ts'],
      },
      {
        name: 'a blocked operator logs in',
        find: "where: { email, role: 'ADMIN', deletedAt: null, blockedAt: null }",
        replace: "where: { email, role: 'ADMIN', deletedAt: null }",
        tests: ['test/user-desk.test.ts'],
      },
      {
        name: 'the right password forgets wrong codes',
        find: 'account: `second factor ${userId}`,',
        replace: "account: 'all',",
        tests: TESTS,
      },
    ],
  },
};
