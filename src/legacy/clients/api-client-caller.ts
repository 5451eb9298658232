import type { Context } from '../../context.js';
import { DomainError } from '../../platform/domain-error.js';
import { isSameSecret } from '../../platform/same-secret.js';
import { TOKEN_LIFETIME_SECONDS } from '../../platform/tokens.js';
import { bodySignature } from '../../platform/body-signature.js';
import { blocked } from './api-client-login.js';
import { openSignatureSecret } from './api-client-secrets.js';
import { selectApiClientCaller } from './api-client.sql.js';

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
  const { principal, expiresAt } = ctx;
  if (principal.role !== 'CLIENT' || !expiresAt) {
    throw new DomainError('UNAUTHENTICATED', 'This needs the access token of an API client: POST /auth/v1/token gives one.');
  }
  const [client] = await ctx.db.query(selectApiClientCaller, [principal.id]);
  if (!client || isOlder(expiresAt, client.secretRotatedAt)) {
    throw new DomainError('UNAUTHENTICATED', 'The access token is not valid any more: log in again.');
  }
  if (client.blockedAt) throw blocked();
  if (companyId !== undefined && companyId !== String(client.companyId)) {
    throw new DomainError('FORBIDDEN', 'X-Company-ID is not the number of this client.');
  }
  return {
    checkSignature(signature, rawBody) {
      if (signature === undefined && !client.requiresSignature) return;
      if (signature === undefined) throw new DomainError('UNAUTHENTICATED', 'Calls of this client must carry a Signature.');
      const secret = openSignatureSecret(ctx.config.encryptionKeys, client.sealedSignatureSecret);
      if (isSameSecret(signature, bodySignature(secret, rawBody))) return;
      throw new DomainError('UNAUTHENTICATED', 'The Signature is not that of this body.');
    },
  };
}

/** A token tells its time in whole seconds: one of the rotation's own second passes, it may be the first of the new secret. */
function isOlder(expiresAt: Date, rotatedAt: Date | null): boolean {
  if (!rotatedAt) return false;
  const issuedAtSeconds = expiresAt.getTime() / 1_000 - TOKEN_LIFETIME_SECONDS.CLIENT;
  return issuedAtSeconds < Math.floor(rotatedAt.getTime() / 1_000);
}
