import { HeaderMap, type ApolloServer, type HTTPGraphQLRequest } from '@apollo/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type FormattedExecutionResult,
  type GraphQLFormattedError,
} from 'graphql';
import Negotiator from 'negotiator';
import type { App, Context } from '../context.js';
import { type DomainError, textOf } from '../platform/domain-error.js';
import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js';
import { sendText, varyBy } from '../platform/http/send.js';
import { describeError, setRetryAfter } from '../platform/http/json-errors.js';
import { countRequest } from '../platform/http/count-request.js';
import { requestInfoOf } from '../platform/http/request-info.js';
import { languageOf } from '../platform/language.js';
import { textOnce } from './kept-answers.js';
import type { Documents } from './documents.js';
import type { Executor } from './executor.js';
import { codeOf, renderErrors } from './format-error.js';
import { weightOfText } from './limited.js';
import type { Operation } from './operation.js';

/** RFC 6750, 3.1. Also with a 200 (RFC 9110, 11.6.1): a PUBLIC field was answered as if there were no token. */
const INVALID_TOKEN = 'Bearer error="invalid_token"';

/** Serves `/graphql`. A POST of a known document goes to the executor directly, anything else through Apollo. */
export function mountGraphql(
  fastify: FastifyInstance,
  options: { app: App; apollo: ApolloServer<Context>; documents: Documents; executor: Executor },
): void {
  const { app, apollo, documents, executor } = options;

  fastify.route({
    method: ['GET', 'POST', 'OPTIONS', 'HEAD', 'PUT', 'PATCH', 'DELETE'],
    url: '/graphql',
    errorHandler: sendGraphqlError,
    onRequest: refuseOtherMethods,
    async handler(request, reply) {
      if (!app.config.production && isBrowserVisit(request)) return reply.redirect('/ide');
      const mediaType = mediaTypeFor(request.headers.accept);
      const context = await app.contextFor({ ...requestInfoOf(request, reply), orPublic: true }).catch((error: Error) => error);
      if (!(context instanceof Error) && context.tokenProblem) reply.header('www-authenticate', INVALID_TOKEN);
      const operation = knownOperation(documents, request);
      if (context instanceof Error) return answerWithApollo(request, reply, context);
      if (!operation) {
        const cost = weightOfText(lengthOfDocument(request));
        try {
          countRequest(app, { reply, principal: context.principal, cost });
        } catch (limited) {
          return answerWithApollo(request, reply, limited as Error);
        }
        return answerWithApollo(request, reply, context);
      }
      const http = (): HTTPGraphQLRequest => asGraphqlRequest(request);
      const { status, result, retryAfterSeconds, headers } = await executor.run(operation, context, { http });
      for (const [name, value] of headers ?? []) reply.header(name, value);
      setRetryAfter(reply, retryAfterSeconds);
      if (result.errors) result.errors = renderedFor(reply, result.errors);
      reply.code(status).header('content-type', mediaType);
      const write = () => `${JSON.stringify(result)}\n`;
      const text = result.errors ? write() : textOnce(result.data, HTTP, write);
      return typeof text === 'string' ? sendAnswer(reply, operation, text) : sendText(reply, text);
    },
  });

  async function answerWithApollo(request: FastifyRequest, reply: FastifyReply, context: Context | Error): Promise<FastifyReply> {
    const { status, headers, body } = await apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: asGraphqlRequest(request),
      async context() {
        if (context instanceof Error) throw wholeRequestRefusal(context);
        return context;
      },
    });
    if (body.kind !== 'complete') throw new Error('no operation answers in parts');
    for (const [name, value] of headers) reply.header(name, value);
    reply.code(status ?? 200);
    const text = renderedTextFor(reply, body.string);
    return request.method === 'GET' ? sendText(reply, text) : sendAnswer(reply, knownOperation(documents, request), text);
  }
}

/** Answers of mutations may hold secrets, and compression would leak them by length (BREACH). */
async function sendAnswer(reply: FastifyReply, asked: Operation | undefined, text: string): Promise<FastifyReply> {
  return asked?.operation.operation === OperationTypeNode.QUERY ? sendText(reply, text) : reply.send(text);
}

/** Refusals of the transport (broken JSON, a body that is too large) in the shape of GraphQL errors. */
function sendGraphqlError(error: unknown, { id }: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { statusCode, refusal } = describeError(error, reply);
  const code = { 500: 'INTERNAL_SERVER_ERROR', 503: 'UNAVAILABLE' }[statusCode] ?? 'BAD_REQUEST';
  const extensions = { code, refusal, ...(statusCode === 500 && { requestId: id }) };
  return reply.code(statusCode).send({ errors: renderedFor(reply, [{ message: '', extensions }]) });
}

function renderedFor(reply: FastifyReply, errors: readonly GraphQLFormattedError[]): GraphQLFormattedError[] {
  const language = languageOf(reply.request.headers);
  varyBy(reply.header('content-language', language), 'accept-language');
  return renderErrors(errors, language);
}

function renderedTextFor(reply: FastifyReply, text: string): string {
  if (!text.startsWith('{"errors"')) return text;
  const answer = JSON.parse(text) as FormattedExecutionResult;
  const errors = (answer.errors ?? []).map((error) =>
    error.extensions?.code === 'INTERNAL_SERVER_ERROR'
      ? { ...error, extensions: { ...error.extensions, requestId: reply.request.id } }
      : error,
  );
  return `${JSON.stringify({ ...answer, errors: renderedFor(reply, errors) })}\n`;
}

/** For the text of a kept answer. */
const HTTP = {};
const METHODS = ['GET', 'POST'];

/** Before the token and the body are looked at. */
async function refuseOtherMethods({ method }: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (METHODS.includes(method)) return;
  const allow = METHODS.join(', ');
  reply.header('allow', allow);
  throw Object.assign(new Error(method), { statusCode: 405, text: textOf('platform.methodNotServed', { method, allow }) });
}

function isBrowserVisit({ method, url, headers }: FastifyRequest): boolean {
  return method === 'GET' && url === '/graphql' && headers.accept?.includes('text/html') === true;
}

/** The operation of a POST whose document is known. Undefined when anything is unusual: Apollo answers then. */
function knownOperation(documents: Documents, { method, body }: FastifyRequest): Operation | undefined {
  // An object was parsed as JSON, so the content type was JSON's, which no foreign page can send.
  if (method !== 'POST' || !isRecord(body)) return undefined;
  const { query, operationName = null, variables = null, extensions = null } = body;
  const document = typeof query === 'string' ? documents.known(query) : undefined;
  if (!document || (operationName !== null && typeof operationName !== 'string')) return undefined;
  if (variables !== null && !isRecord(variables)) return undefined;
  if (extensions !== null && (!isRecord(extensions) || 'persistedQuery' in extensions)) return undefined;
  const operation = getOperationAST(document, operationName);
  return operation ? { document, operation, variables: variables ?? {} } : undefined;
}

function lengthOfDocument({ url, body }: FastifyRequest): number {
  return isRecord(body) && typeof body.query === 'string' ? body.query.length : url.length;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const MEDIA_TYPES: [string, string] = ['application/json; charset=utf-8', 'application/graphql-response+json; charset=utf-8'];
const NOT_ACCEPTABLE =
  'The Accept header takes neither application/json nor application/graphql-response+json, and answers are nothing else.';

/** Throws 406, before anything is run, when none of ours is accepted. */
function mediaTypeFor(accept = '*/*'): string {
  if (accept === '*/*' || accept === 'application/json') return MEDIA_TYPES[0];
  const mediaType = new Negotiator({ headers: { accept: accept || '*/*' } }).mediaType(MEDIA_TYPES);
  if (!mediaType) throw Object.assign(new Error(NOT_ACCEPTABLE), { statusCode: 406 });
  return mediaType;
}

function wholeRequestRefusal(originalError: Error): GraphQLError {
  const { status } = ERROR_CODES[codeOf(new GraphQLError('', { originalError })) as ErrorCode];
  // RFC 9110, 15.5.2: a 401 names how to authenticate.
  const headers = new HeaderMap(status === 401 ? [['www-authenticate', INVALID_TOKEN]] : []);
  const { retryAfterSeconds } = originalError as Partial<DomainError>;
  if (retryAfterSeconds !== undefined) headers.set('retry-after', String(retryAfterSeconds));
  return new GraphQLError(originalError.message, { originalError, extensions: { http: { status, headers } } });
}

function asGraphqlRequest({ method, url, headers, body }: FastifyRequest): HTTPGraphQLRequest {
  const sent = new HeaderMap();
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) sent.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  // Cut by hand: `new URL` needs a host, which HTTP/1.0 does not send and HTTP/1.1 may send broken.
  const search = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  return { method: method.toUpperCase(), headers: sent, search, body };
}
