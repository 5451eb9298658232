import type { Context } from '../../context.js';
import { refuse, type DomainError } from '../../platform/domain-error.js';
import { isSameSecret } from '../../platform/same-secret.js';
import { bodySignature } from '../../platform/body-signature.js';
import { statement } from '../../platform/database/statement.js';
import { constantTimeEqual, sha256, seal, unseal } from '../../platform/crypto.js';
import { randomBytes } from 'node:crypto';

const KEY_BYTES = 16;
const SECRET_BYTES = 32;

/** A fresh client key: public, and not to be guessed from another. */
export function newClientKey(): string {
  return randomBytes(KEY_BYTES).toString('hex');
}

/** A fresh client secret and what is kept of it. SHA-256 suffices: of 256 random bits nothing can be guessed. */
export function newClientSecret(): { clientSecret: string; clientSecretHash: Buffer<ArrayBuffer> } {
  const clientSecret = randomBytes(SECRET_BYTES).toString('base64url');
  return { clientSecret, clientSecretHash: sha256(clientSecret) };
}

/** A fresh signature secret, a text whose UTF-8 bytes are the key, and the same sealed. */
export function newSignatureSecret(encryptionKeys: Buffer[]): {
  signatureSecret: string;
  sealedSignatureSecret: Buffer<ArrayBuffer>;
} {
  const signatureSecret = randomBytes(SECRET_BYTES).toString('base64url');
  return { signatureSecret, sealedSignatureSecret: seal(encryptionKeys, Buffer.from(signatureSecret)) };
}

/** The text of a sealed signature secret. */
function openSignatureSecret(encryptionKeys: Buffer[], sealed: Uint8Array): string {
  return unseal(encryptionKeys, sealed).toString();
}

/**
 * Exchanges a client's key and secret for a token. NOT_FOUND when no client has the key, UNAUTHENTICATED on a wrong secret,
 * FORBIDDEN when the client is blocked (only with the right secret), RATE_LIMITED after too many failures.
 */
export async function loginApiClient(
  ctx: Context,
  { clientKey, clientSecret }: { clientKey: string; clientSecret: string },
): Promise<{ accessToken: string; expiresAt: Date; companyId: number }> {
  let isKnown = false;
  const client = await ctx.loginLimits.guard({ account: `client ${clientKey}`, clientAddress: ctx.clientAddress }, async () => {
    const found = await ctx.db.prisma.apiClient.findUnique({ where: { clientKey } });
    isKnown = found !== null;
    return found && constantTimeEqual(found.clientSecretHash, sha256(clientSecret)) ? found : undefined;
  });
  if (!client) throw isKnown ? refuse('legacy.wrongSecret') : refuse('legacy.clientNotFound');
  if (client.blockedAt) throw blocked();
  return { ...ctx.tokens.issue('CLIENT', client.id, client.tokenVersion), companyId: client.companyId };
}

function blocked(): DomainError {
  return refuse('legacy.clientBlocked');
}

/** What a call is checked against. SQL: read for every call. $1 id. */
const selectApiClientCaller = statement<{
  companyId: number;
  requiresSignature: boolean;
  sealedSignatureSecret: Buffer;
  tokenVersion: number;
  blockedAt: Date | null;
}>(
  'select_api_client_caller',
  `SELECT company_id AS "companyId", requires_signature AS "requiresSignature",
     sealed_signature_secret AS "sealedSignatureSecret", token_version AS "tokenVersion", blocked_at AS "blockedAt"
   FROM api_clients WHERE id = $1`,
);

/** A client that may call, and how its calls are signed. */
export interface ApiClientCaller {
  /** UNAUTHENTICATED unless the signature is that of the body, or there is none and none is asked for. */
  checkSignature(signature: string | undefined, rawBody: Buffer): void;
}

/**
 * Whom a token of a client speaks for, as the client is now. UNAUTHENTICATED without such a token, or with one that an older
 * secret got; FORBIDDEN when the client is blocked, and when `companyId` is sent and is not its own.
 */
export async function callerOf(ctx: Context, { companyId }: { companyId: string | undefined }): Promise<ApiClientCaller> {
  const { token } = ctx;
  if (token?.kind !== 'CLIENT') {
    throw refuse('legacy.clientTokenNeeded');
  }
  const [client] = await ctx.db.query(selectApiClientCaller, [token.subject]);
  if (client?.tokenVersion !== token.version) throw refuse('graphql.tokenEnded');
  if (client.blockedAt) throw blocked();
  if (companyId !== undefined && companyId !== String(client.companyId)) {
    throw refuse('legacy.wrongCompany');
  }
  return {
    checkSignature(signature, rawBody) {
      if (signature === undefined && !client.requiresSignature) return;
      if (signature === undefined) throw refuse('legacy.signatureNeeded');
      const secret = openSignatureSecret(ctx.config.encryptionKeys, client.sealedSignatureSecret);
      if (isSameSecret(signature, bodySignature(secret, rawBody))) return;
      throw refuse('legacy.wrongSignature');
    },
  };
}
