import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isSameSecret } from '../../platform/same-secret.js';
import type { Account } from './bank.js';
import { ApiPixProblem } from './problem.js';

/** Throws the 401 of a request without a token this bank gave out and that still holds. */
export type Authenticate = (request: FastifyRequest) => void;

const MAX_TOKENS = 1_000;

/**
 * `POST /oauth/token`: client credentials over HTTP Basic (RFC 6749, 4.4). Tokens live in memory only, so a restart of the
 * bank refuses them all: its clients must cope. Returns what checks a request's token.
 */
export function oauthRoutes(
  app: FastifyInstance,
  { clientId, clientSecret }: Account,
  tokenLifetimeSeconds: number,
): Authenticate {
  const expiresAtMs = new Map<string, number>();
  const expected = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`;

  app.post('/oauth/token', async (request, reply) => {
    if (!isSameSecret(request.headers.authorization, expected)) {
      void reply.code(401).header('www-authenticate', 'Basic realm="sandbox bank"');
      return { error: 'invalid_client', error_description: 'The client id or secret is wrong.' };
    }
    const { grant_type: grantType } = (request.body ?? {}) as { grant_type?: unknown };
    if (grantType !== 'client_credentials') {
      void reply.code(400);
      return { error: 'unsupported_grant_type', error_description: 'Only client_credentials is offered.' };
    }
    const token = randomBytes(32).toString('base64url');
    expiresAtMs.set(token, Date.now() + tokenLifetimeSeconds * 1000);
    const oldest = expiresAtMs.size > MAX_TOKENS ? expiresAtMs.keys().next().value : undefined;
    if (oldest !== undefined) expiresAtMs.delete(oldest);
    const scope = 'cob.read cob.write pix.read pix.write webhook.read webhook.write';
    return { access_token: token, token_type: 'Bearer', expires_in: tokenLifetimeSeconds, scope };
  });

  return (request) => {
    const [, token = ''] = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '') ?? [];
    if ((expiresAtMs.get(token) ?? 0) > Date.now()) return;
    throw new ApiPixProblem(401, 'AcessoNegado', 'Acesso Negado', 'O token de acesso falta, é desconhecido ou expirou.');
  };
}
