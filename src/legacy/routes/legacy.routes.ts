import type { FastifyInstance } from 'fastify';
import type { App } from '../../context.js';
import { keepBareErrors, sendError, mountMethodNotAllowed } from '../../platform/http/json-errors.js';
import { accountRoutes, billingOrderRoutes } from './billing-order.routes.js';
import { bodyProblems } from './body-problems.js';
import { announceDeprecation } from './legacy-openapi.js';
import { authenticateCallers, keepRawBodies, readJson } from './legacy-caller.js';
import { webhookRoutes } from './webhook.routes.js';
import { loginApiClient } from '../clients/api-client-caller.js';
import { tokenBody, type TokenBody } from './legacy-bodies.js';

/** Answers 405 to any other method at the addresses that `mount` adds to the scope. The scope around it does not ask for a token. */
function refuseOtherMethods(around: FastifyInstance, scope: FastifyInstance, mount: () => void): void {
  const served = new Map<string, Set<string>>();
  let isMounting = true;
  scope.addHook('onRoute', ({ url, method }) => {
    if (isMounting) served.set(url, new Set([...(served.get(url) ?? []), ...[method].flat()]));
  });
  mount();
  isMounting = false;
  for (const [url, methods] of served) {
    mountMethodNotAllowed(around, { url, served: [...methods], text: 'platform.methodNotServedBut' });
  }
}

/** `POST /auth/v1/token`. A token that comes along is ignored: a client logs in because its own has expired. */
function tokenRoute(scope: FastifyInstance, app: App): void {
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

const REFUSALS = [400, 401, 403, 404];

/** The provider-facing group. It is no part of the GraphQL schema: its routes call the services, as a principal of the kind CLIENT. */
export function mountLegacy(fastify: FastifyInstance, app: App): void {
  fastify.register(async (scope) => {
    announceDeprecation(scope);
    keepBareErrors(scope);
    keepRawBodies(scope);
    scope.setErrorHandler((error, _request, reply) => sendError(reply, error, { refusals: REFUSALS }));
    scope.setSchemaErrorFormatter(bodyProblems);
    await scope.register(async (login) => refuseOtherMethods(scope, login, () => tokenRoute(login, app)));
    await scope.register(async (calls) => {
      authenticateCallers(calls, app);
      refuseOtherMethods(scope, calls, () => {
        billingOrderRoutes(calls);
        webhookRoutes(calls);
        accountRoutes(calls);
      });
    });
  });
}
