import type { Context } from '../../context.js';
import { refuse } from '../../platform/domain-error.js';
import { statement } from '../../platform/database/statement.js';
import { bodySignature, constantTimeEqual, isSameSecret, seal, sha256, unseal } from '../../platform/crypto.js';
import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** A new client secret and its hash. SHA-256 suffices: of 256 random bits nothing can be guessed. */
export function newClientSecret(): { clientSecret: string; clientSecretHash: Buffer<ArrayBuffer> } {
  const clientSecret = randomBytes(SECRET_BYTES).toString('base64url');
  return { clientSecret, clientSecretHash: sha256(clientSecret) };
}

/** A new signature secret, a text whose UTF-8 bytes are the key, and the same sealed. */
export function newSignatureSecret(encryptionKeys: Buffer[]) {
  const signatureSecret = randomBytes(SECRET_BYTES).toString('base64url');
  return { signatureSecret, sealedSignatureSecret: seal(encryptionKeys, Buffer.from(signatureSecret)) };
}

/** Exchanges a client's key and secret for a token. Only the right secret learns that the client is blocked. */
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
  if (client.blockedAt) throw refuse('legacy.clientBlocked');
  return { ...ctx.tokens.issue('CLIENT', client.id, client.tokenVersion), companyId: client.companyId };
}

/** SQL: read for every call. $1 id. */
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

export type ApiClientCaller = Awaited<ReturnType<typeof callerOf>>;

/** The client that a token is for, as it is now: its token may be of an older secret, and it may be blocked. */
export async function callerOf(ctx: Context, { companyId }: { companyId: string | undefined }) {
  const { token } = ctx;
  if (token?.kind !== 'CLIENT') throw refuse('legacy.clientTokenNeeded');
  const [client] = await ctx.db.query(selectApiClientCaller, [token.subject]);
  if (client?.tokenVersion !== token.version) throw refuse('graphql.tokenEnded');
  if (client.blockedAt) throw refuse('legacy.clientBlocked');
  if (companyId !== undefined && companyId !== String(client.companyId)) throw refuse('legacy.wrongCompany');
  return {
    checkSignature(signature: string | undefined, rawBody: Buffer): void {
      if (signature === undefined && !client.requiresSignature) return;
      if (signature === undefined) throw refuse('legacy.signatureNeeded');
      const secret = unseal(ctx.config.encryptionKeys, client.sealedSignatureSecret).toString();
      if (isSameSecret(signature, bodySignature(secret, rawBody))) return;
      throw refuse('legacy.wrongSignature');
    },
  };
}
