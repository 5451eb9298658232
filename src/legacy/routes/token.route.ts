import type { FastifyInstance } from 'fastify';
import { loginApiClient } from '../clients/api-client-login.js';
import type { App } from '../../context.js';
import { tokenBody, type TokenBody } from './legacy-bodies.js';
import { readJson } from './signed-bodies.js';

/** `POST /auth/v1/token`. A token that comes along is ignored: a client logs in because its own has expired. */
export function tokenRoute(scope: FastifyInstance, app: App): void {
  scope.addHook('preValidation', async (request) => readJson(request));
  scope.post<{ Body: TokenBody }>('/auth/v1/token', { schema: { body: tokenBody } }, async (request) => {
    const { client_key: clientKey, client_secret: clientSecret } = request.body;
    const context = await app.contextFor({ requestId: request.id, clientAddress: request.ip });
    const { accessToken, expiresAt, companyId } = await loginApiClient(context, { clientKey, clientSecret });
    return {
      access_token: accessToken,
      token_type: 'bearer',
      expires_at: expiresAt.toISOString(),
      user: { companies: [{ id: companyId }] },
    };
  });
}
