import type { FastifyInstance } from 'fastify';
import type { App } from '../../context.js';
import { keepBareErrors, sendError } from '../../platform/http/json-errors.js';
import { accountRoutes } from './account.routes.js';
import { billingOrderRoutes } from './billing-order.routes.js';
import { bodyProblems } from './body-problems.js';
import { announceDeprecation } from './deprecation.js';
import { authenticateCallers } from './legacy-caller.js';
import { keepRawBodies } from './signed-bodies.js';
import { refuseOtherMethods } from './other-methods.js';
import { tokenRoute } from './token.route.js';
import { webhookRoutes } from './webhook.routes.js';

/** The refusals the interface lists for the group; any other 4xx of a rule becomes 400. */
const REFUSALS = [400, 401, 403, 404];

/**
 * Serves the provider-facing group that existing integrations call: `/auth/v1/token`, `/cashin/api` and `/client/api`. It is
 * no part of the GraphQL schema; its routes call the services directly, as a principal of the kind CLIENT.
 */
export function mountLegacy(fastify: FastifyInstance, app: App): void {
  fastify.register(async (scope) => {
    announceDeprecation(scope);
    keepBareErrors(scope);
    keepRawBodies(scope);
    scope.setErrorHandler((error, _request, reply) => sendError(reply, error, { refusals: REFUSALS }));
    scope.setSchemaErrorFormatter(bodyProblems);
    await scope.register(async (login) => refuseOtherMethods(login, () => tokenRoute(login, app)));
    await scope.register(async (calls) => {
      authenticateCallers(calls, app);
      refuseOtherMethods(calls, () => {
        billingOrderRoutes(calls);
        webhookRoutes(calls);
        accountRoutes(calls);
      });
    });
  });
}
