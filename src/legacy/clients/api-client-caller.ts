import type { Context } from '../../context.js';
import { refuse } from '../../platform/domain-error.js';
import { isSameSecret } from '../../platform/same-secret.js';
import { bodySignature } from '../../platform/body-signature.js';
import { blocked } from './api-client-login.js';
import { openSignatureSecret } from './api-client-secrets.js';
import { statement } from '../../platform/database/statement.js';

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
