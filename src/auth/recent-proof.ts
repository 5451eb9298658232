import type { Context } from '../context.js';
import { refuse } from '../platform/domain-error.js';
import { TOKEN_LIFETIME_SECONDS } from '../platform/tokens.js';
import { methodsOf } from '../second-factor/second-factor.service.js';
import { selectIsProofRecent } from './session.sql.js';

/** A thief of a session must not pay out with it. The proof of a token without a session is its issue. */
export async function requireRecentProof(ctx: Context): Promise<void> {
  const { principal, token, config } = ctx;
  if (principal.role !== 'ADMIN' || !token || config.stepUpMinutes === 0) return;
  if (token.sessionId === undefined) {
    const issuedAt = token.expiresAt.getTime() - 1_000 * TOKEN_LIFETIME_SECONDS.ADMIN;
    if (issuedAt > Date.now() - 60_000 * config.stepUpMinutes) return;
  } else {
    const [proof] = await ctx.db.query(selectIsProofRecent, [token.sessionId, principal.id, config.stepUpMinutes]);
    if (proof?.isRecent) return;
  }
  const methods = await methodsOf(ctx, principal.id);
  throw refuse('auth.stepUpNeeded', { proof: methods.length > 0 ? 'secondFactor' : 'password' });
}
