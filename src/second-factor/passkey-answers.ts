import { isIP } from 'node:net';
import {
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import type { Context } from '../context.js';
import type { Passkey } from '../generated/prisma/client.js';
import { refuseField } from '../platform/domain-error.js';
import { type Challenge, type Purpose, readChallenge } from './passkey-challenge.js';

/** EdDSA, ES256 and RS256 (RFC 9053): every authenticator supports one of them. Fixed here, because the library's default list depends on the version of Node. */
export const ALGORITHMS = [-8, -7, -257];

/**
 * Whose passkeys they are: of the host of PUBLIC_URL. A browser signs for the page's own address alone, which is how a page that only
 * looks like ours gets nothing. An IP address has no passkeys, so on the machine of a developer they are of `localhost`.
 */
export function relyingParty({ address }: Pick<Context, 'address'>): { id: string; origin: string } {
  const own = new URL(address.origin());
  if (isIP(own.hostname.replace(/^\[(.*)\]$/, '$1')) !== 0) own.hostname = 'localhost';
  return { id: own.hostname, origin: own.origin };
}

/** The JSON of a browser's answer. The library checks its content. */
type Answer = AuthenticationResponseJSON & RegistrationResponseJSON;

/** BAD_USER_INPUT on `passkey`, unless it is JSON with the id of a passkey. */
export function parseAnswer(json: string): Answer & { credentialId: Buffer<ArrayBuffer> } {
  const answer = objectOf(json);
  if (typeof answer?.id !== 'string' || answer.id === '') throw refuseField('passkey', 'secondFactor.noPasskey');
  return Object.assign(answer as unknown as Answer, { credentialId: Buffer.from(answer.id, 'base64url') });
}

function objectOf(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined unless it answers a challenge of ours, at our address, by a person whom the device has verified. */
export async function verifiedNew(ctx: Context, purpose: Purpose, response: RegistrationResponseJSON) {
  return verified(ctx, purpose, response, async (expected) => {
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected,
      response,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    return registrationInfo?.credential;
  });
}

/** The same of a passkey that is known: how often its device has signed. */
export async function verifiedCount(
  ctx: Context,
  purpose: Purpose,
  { response, of }: { response: AuthenticationResponseJSON; of: Passkey },
) {
  return verified(ctx, purpose, response, async (expected) => {
    const { userHandle } = response.response;
    if (userHandle && !Buffer.from(userHandle, 'base64url').equals(handleOf(of.userId))) return undefined;
    const { verified: isSigned, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected,
      response,
      // Compared in the transaction: of two copies at once one is found.
      credential: { id: response.id, publicKey: new Uint8Array(of.publicKey), counter: 0 },
    });
    return isSigned ? authenticationInfo.newCounter : undefined;
  });
}

/** What authenticators keep beside a passkey: it says nothing about the person. */
export function handleOf(userId: string): Buffer<ArrayBuffer> {
  return Buffer.from(userId.replaceAll('-', ''), 'hex');
}

interface Expected {
  expectedChallenge: string;
  expectedOrigin: string;
  expectedRPID: string;
  requireUserVerification: true;
}

/** Undefined for a wrong or malformed answer, at which the library throws. */
async function verified<Result>(
  ctx: Context,
  purpose: Purpose,
  { response }: { response: { clientDataJSON: string } },
  verify: (expected: Expected) => Promise<Result | undefined>,
): Promise<{ challenge: Challenge; result: Result } | undefined> {
  const { id, origin } = relyingParty(ctx);
  try {
    const expectedChallenge = decodeClientDataJSON(response.clientDataJSON).challenge;
    const challenge = readChallenge(ctx.config, purpose, expectedChallenge);
    const expected = { expectedChallenge, expectedOrigin: origin, expectedRPID: id, requireUserVerification: true as const };
    const result = challenge && (await verify(expected));
    return challenge && result !== undefined ? { challenge, result } : undefined;
  } catch (error) {
    ctx.log.debug({ err: error }, 'an answer of a passkey was refused');
    return undefined;
  }
}
