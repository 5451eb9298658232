import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf, type ApiClientCaller } from '../clients/api-client-caller.js';
import type { App, Context } from '../../context.js';
import { requestInfoOf, header } from '../../platform/http/request-info.js';
import { rawBodyOf, readJson } from './signed-bodies.js';

/**
 * Lets only API clients into the scope: the token before the body is read, so that a caller without one learns nothing else,
 * then the signature over the bytes of the body, then the body as JSON.
 */
export function authenticateCallers(scope: FastifyInstance, app: App): void {
  scope.decorateRequest('legacyContext');
  scope.decorateRequest('legacyCaller');
  scope.addHook('onRequest', async (request) => {
    const context = await app.contextFor({ ...requestInfoOf(request), accepts: ['CLIENT'] });
    request.setDecorator('legacyContext', context);
    request.setDecorator('legacyCaller', await callerOf(context, { companyId: header(request, 'x-company-id') }));
  });
  scope.addHook('preValidation', async (request) => {
    request.getDecorator<ApiClientCaller>('legacyCaller').checkSignature(header(request, 'signature'), rawBodyOf(request));
    readJson(request);
  });
}

/** The context of a call that was let in. */
export function callContext(request: FastifyRequest): Context {
  return request.getDecorator<Context>('legacyContext');
}
