import { Secret, TOTP } from 'otpauth';
import { v7 as uuidv7 } from 'uuid';
import type { OperatorRole } from '../../src/generated/prisma/client.js';
import { hashPassword } from '../../src/platform/passwords.js';
import type { TestServer } from './start.js';

export const PASSWORD = 'trombone vermelho janela';
const LOGIN = `mutation ($input: AdminLoginInput!) { adminLogin(input: $input) { accessToken refreshToken deviceToken user { id } } }`;

let steps = 0;

/** The six digits of now; each call of a test file may ask for those of the next step, which are accepted too. */
export function codeOf(secret: string, stepsAhead = 0): string {
  return new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });
}

/** An operator with a password, who logs in by the API. */
export async function anOperator({ app, graphql }: TestServer, operatorRole: OperatorRole = 'OWNER') {
  const id = uuidv7();
  const email = `${id}@example.com`;
  steps += 1;
  const name = `Operator ${steps}`;
  const passwordHash = await hashPassword(PASSWORD);
  await app.db.prisma.user.create({ data: { id, role: 'ADMIN', operatorRole, name, email, passwordHash } });
  const logIn = async (code?: string, password = PASSWORD, deviceToken?: string) =>
    graphql(
      LOGIN,
      { input: { email, password, ...(code !== undefined && { secondFactor: { code } }) } },
      {
        headers: deviceToken === undefined ? {} : { 'device-token': deviceToken },
      },
    );
  const token = async (code?: string) => (await logIn(code)).data.adminLogin.accessToken as string;
  return { id, email, logIn, token };
}

/** The same with an authenticator app, whose last code was of the step before now. */
export async function anEnrolledOperator(server: TestServer, operatorRole: OperatorRole = 'OWNER') {
  const operator = await anOperator(server, operatorRole);
  const token = await operator.token();
  const begun = await server.graphql('mutation { beginTotp { secret uri qrCodeImage } }', {}, { token });
  const { secret } = begun.data.beginTotp;
  const confirm = 'mutation ($code: String!) { confirmTotp(code: $code) { codes } }';
  const confirmIt = () => server.graphql(confirm, { code: codeOf(secret, -1) }, { token });
  // Its step can end on the way: the next one's is asked for then.
  const first = await confirmIt();
  const confirmed = first.errors ? await confirmIt() : first;
  if (confirmed.errors) throw new Error(JSON.stringify(confirmed.errors));
  return {
    ...operator,
    secret: secret as string,
    recoveryCodes: confirmed.data.confirmTotp.codes as string[],
    enrolledBy: token,
  };
}

export function codeOfBytes(secret: Buffer): string {
  return new TOTP({ secret: new Secret({ buffer: Uint8Array.from(secret).buffer }) }).generate();
}
