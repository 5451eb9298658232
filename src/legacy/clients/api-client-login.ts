import type { Context } from '../../context.js';
import { constantTimeEqual, sha256 } from '../../platform/crypto.js';
import { refuse, type DomainError } from '../../platform/domain-error.js';

/**
 * Exchanges a client's key and secret for a token. NOT_FOUND when no client has the key, UNAUTHENTICATED on a wrong secret,
 * FORBIDDEN when the client is blocked (only whoever knows the secret learns that), RATE_LIMITED after too many failures.
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

/** What a blocked client is told, whatever it asks. */
export function blocked(): DomainError {
  return refuse('legacy.clientBlocked');
}
