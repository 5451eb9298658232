import type { FastifyInstance, FastifyRequest } from 'fastify';
import { callerOf, type ApiClientCaller } from '../clients/api-client-caller.js';
import type { App, Context } from '../../context.js';
import { requestInfoOf, header } from '../../platform/http/request-info.js';
import { refuse } from '../../platform/domain-error.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Bodies arrive as the bytes they were sent as: a signature covers those, not what a parser makes of them. */
export function keepRawBodies(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
}

function rawBodyOf({ body }: FastifyRequest): Buffer {
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

/** No body is an object without fields. */
export function readJson(request: FastifyRequest): void {
  const raw = rawBodyOf(request);
  try {
    request.body = raw.length === 0 ? {} : JSON.parse(utf8.decode(raw));
  } catch {
    throw refuse('platform.invalidJson');
  }
}

/** The token is checked before the body is read, so that a caller without one learns nothing else. */
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

export function callContext(request: FastifyRequest): Context {
  return request.getDecorator<Context>('legacyContext');
}
