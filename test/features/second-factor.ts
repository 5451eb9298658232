import { v7 as uuidv7 } from 'uuid';
import { seal } from '../../src/platform/crypto.js';
import { passkeyLogin } from '../../src/auth/operator-login.service.js';
import { newChallenge } from '../../src/second-factor/passkey-challenge.js';
import { relyingParty } from '../../src/second-factor/passkey-answers.js';
import {
  beginPasskey,
  beginPasskeyLogin,
  beginPasskeyProof,
  createPasskey,
  removePasskey,
  renamePasskey,
  usePasskey,
} from '../../src/second-factor/passkey.service.js';
import {
  beginTotp,
  callerId,
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
import { Authenticator, originOf } from '../support/authenticator.js';
import type { ActStage } from '../support/operator-acts.js';
import { codeOfBytes } from '../support/second-factors.js';
import { unlessRefused } from '../support/million-stage.js';

const TESTS = ['test/second-factor.test.ts'];
const PASSKEYS = ['test/passkeys.test.ts'];

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

/** An owner with a passkey. */
async function aHolder({ server: { app } }: ActStage) {
  const by = await anAdmin({ app });
  const id = uuidv7();
  const credentialId = Buffer.from(id);
  await app.db.prisma.passkey.create({ data: { id, userId: by.id, name: 'MacBook', credentialId, publicKey: Buffer.alloc(1) } });
  return { by, id };
}

export const secondFactor: FeatureTests = {
  operations: `
    mySecondFactor       A     GET /v1/users/second-factor
    beginTotp            A     POST /v1/users/second-factor/totp
    confirmTotp          A     POST /v1/users/second-factor/totp/confirm
    removeTotp           A     DELETE /v1/users/second-factor/totp
    beginPasskey         A     POST /v1/users/second-factor/passkeys/options
    createPasskey        A     POST /v1/users/second-factor/passkeys
    renamePasskey        A     PUT /v1/users/second-factor/passkeys/{id}
    removePasskey        A     DELETE /v1/users/second-factor/passkeys/{id}
    beginPasskeyProof    A     POST /v1/users/second-factor/proof-options
    beginPasskeyLogin    P     POST /auth/v1/admin/passkey/options
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
    createPasskey: async ({ server }) => {
      const by = await anAdmin(server);
      const { bytes } = newChallenge(server.app.config, { act: 'register', userId: by.id, sessionId: undefined });
      const options = { challenge: bytes.toString('base64url'), rp: { id: 'localhost' }, user: { id: '' } };
      const passkey = new Authenticator(originOf(server)).create(JSON.stringify(options));
      return { by, variables: { input: { name: 'MacBook', passkey } } };
    },
    renamePasskey: async (stage) => {
      const { by, id } = await aHolder(stage);
      return { by, variables: { id, name: 'Celular' } };
    },
    removePasskey: async (stage) => {
      const { by, id } = await aHolder(stage);
      return { by, variables: { id } };
    },
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
    'begin to register a passkey': () => beginPasskey(admin),
    'prove by a passkey': () => beginPasskeyProof(admin),
    'log in by an unknown passkey': () => unlessRefused(passkeyLogin(admin, JSON.stringify({ id: 'AAAA' }))),
    async 'register, use, rename and remove a passkey'() {
      const device = new Authenticator(relyingParty(admin).origin);
      const { options } = await beginPasskey(admin);
      const { passkey } = await createPasskey(admin, { name: 'MacBook', passkey: device.create(options) });
      const signed = device.get((await beginPasskeyLogin(admin)).options);
      await usePasskey(admin, { userId: callerId(admin), passkey: signed, purpose: { act: 'logIn' } });
      await renamePasskey(admin, passkey.id, 'Celular');
      await removePasskey(admin, passkey.id);
    },
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
        find: '  await tx.query(endOtherSessions, [userId, token?.sessionId ?? null]);\n',
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
    'src/second-factor/passkey.sql.ts': [
      {
        name: 'what a passkey signed is accepted twice',
        find: 'ON CONFLICT (nonce) DO NOTHING',
        replace: 'ON CONFLICT (nonce) DO UPDATE SET expires_at = excluded.expires_at',
        tests: PASSKEYS,
      },
      {
        name: 'a copy of a passkey logs in',
        find: '$2::bigint > sign_count OR ($2::bigint = 0 AND sign_count = 0)',
        replace: '$2::bigint >= 0',
        tests: PASSKEYS,
      },
    ],
    'src/second-factor/passkey-answers.ts': [
      {
        name: 'the passkey of whoever finds the device logs in',
        find: 'requireUserVerification: true as const }',
        replace: 'requireUserVerification: false as unknown as true }',
        tests: PASSKEYS,
      },
    ],
    'src/second-factor/passkey-challenge.ts': [
      {
        name: 'what was signed for one session proves another',
        find: "`${purpose.userId} ${purpose.sessionId ?? ''}`",
        replace: '`${purpose.userId}`',
        tests: PASSKEYS,
      },
      {
        name: 'what was signed for one act is taken for another',
        find: 'update(`${purpose.act} ${of}`)',
        replace: 'update(of)',
        tests: PASSKEYS,
      },
      {
        name: 'a challenge never expires',
        find: 'return expiresAt.getTime() > now ?',
        replace: 'return expiresAt.getTime() > 0 ?',
        tests: PASSKEYS,
      },
    ],
    'src/second-factor/passkey.service.ts': [
      {
        name: 'a passkey of anybody is beside the password of another',
        find: 'where: { credentialId: answer.credentialId, userId }',
        replace: 'where: { credentialId: answer.credentialId }',
        tests: PASSKEYS,
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
