import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { unavailableText } from '../database/errors.js';
import { DomainError, refusalOf, textOf, UNEXPECTED } from '../domain-error.js';
import { ERROR_CODES, type ErrorCode } from '../error-codes.js';
import { languageOf } from '../language.js';
import { type FieldTexts, type Problems, type Refusal, renderRefusal } from '../refusal.js';
import type { KeyedText } from '../texts.js';
import { varyBy } from './send.js';

export interface JsonError extends BareJsonError {
  code: ErrorCode | TransportCode;
  problems?: Problems;
  requestId?: string;
}

interface BareJsonError {
  error: string;
  statusCode: number;
  message: string | FieldTexts;
}

const BARE = 'bareErrors';

export function keepBareErrors(scope: FastifyInstance): void {
  scope.decorateRequest(BARE, true);
}

const OWN_CODES = ['METHOD_NOT_ALLOWED', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'BAD_REQUEST'] as const;
type TransportCode = (typeof OWN_CODES)[number];

export const JSON_ERROR_CODES: readonly string[] = [...Object.keys(ERROR_CODES), ...OWN_CODES];

const TRANSPORT_CODES: Record<number, ErrorCode | TransportCode> = {
  401: 'UNAUTHENTICATED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  429: 'RATE_LIMITED',
  500: 'INTERNAL_SERVER_ERROR',
  503: 'UNAVAILABLE',
};

interface Refusing {
  refusals?: readonly number[] | undefined;
  problems?: ((message: string | FieldTexts) => FieldTexts) | undefined;
}

/** In place of Fastify's texts, which are about its settings. */
const TRANSPORT_TEXTS: Record<string, Refusal> = {
  FST_ERR_BAD_URL: textOf('platform.unreadableAddress'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: textOf('platform.sendJson'),
  FST_ERR_CTP_INVALID_JSON_BODY: textOf('platform.invalidJson'),
  FST_ERR_CTP_BODY_TOO_LARGE: textOf('platform.bodyTooLarge'),
};

/** Answers 405 when the address is served by other methods. */
export type WrongMethodRefusal = (request: FastifyRequest, reply: FastifyReply) => FastifyReply | undefined;

/** Answers a person with a page. Undefined for a program, which gets JSON. */
export type ProblemPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  problem: { status: number; message: string },
) => Promise<FastifyReply> | undefined;

export function mountJsonErrors(fastify: FastifyInstance, { pageFor }: { pageFor: ProblemPage }): WrongMethodRefusal {
  const served: { path: RegExp; methods: string[] }[] = [];
  fastify.addHook('onRoute', ({ url, method, handler }) => {
    // The answer to preflights is at every address.
    if (url !== '*' && handler !== refusedBefore) served.push({ path: patternOf(url), methods: [method].flat() });
  });
  const refuseWrongMethod: WrongMethodRefusal = (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const methods = new Set(served.flatMap((route) => (route.path.test(path) ? route.methods : [])));
    // A file that is missing is looked for by the right method.
    if (methods.size === 0 || methods.has(request.method)) return undefined;
    return sendMethodNotAllowed(reply, request.method, [...methods].join(', '), 'platform.methodNotServed');
  };
  fastify.setNotFoundHandler(
    (request, reply) =>
      pageFor(request, reply, { status: 404, message: '' }) ?? refuseWrongMethod(request, reply) ?? sendNoRoute(reply),
  );
  fastify.setErrorHandler((error, request, reply) => answerError(request, reply, { error, pageFor }));
  return refuseWrongMethod;
}

export async function answerError(
  request: FastifyRequest,
  reply: FastifyReply,
  { error, pageFor }: { error: unknown; pageFor: ProblemPage },
): Promise<FastifyReply> {
  const { statusCode: status, refusal } = describeError(error, reply);
  const { message } = renderRefusal(refusal, languageOf(request.headers));
  try {
    const page = pageFor(request, reply, { status, message });
    if (page) return await page;
  } catch (failure) {
    reply.log.error({ err: failure, event: 'http.unexpected_error', requestId: request.id }, 'a request failed unexpectedly');
  }
  return sendError(reply, error);
}

/** Of a route's address with its parameters. */
function patternOf(url: string): RegExp {
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`);
}

export function sendNoRoute(reply: FastifyReply): FastifyReply {
  const { method, url } = reply.request;
  const refusal = textOf('platform.noRoute', { method, path: url.split('?')[0] ?? '' });
  return sendRefusal(reply, 404, { code: 'NOT_FOUND', refusal }, { error: 'Not Found' });
}

/**
 * A transport error keeps its status; anything unexpected is a logged 500. `refusals`: the only 4xx of the operation; others
 * become 400, except 429. `problems` makes the message of a 400.
 */
export function sendError(reply: FastifyReply, error: unknown, { refusals, problems }: Refusing = {}): FastifyReply {
  const { statusCode: own, ...described } = describeError(error, reply);
  const statusCode = refusals && own < 500 && own !== 429 && !refusals.includes(own) ? 400 : own;
  // RFC 9110, 15.5.2.
  if (statusCode === 401) reply.header('www-authenticate', 'Bearer');
  if (error instanceof DomainError) setRetryAfter(reply, error.retryAfterSeconds);
  return sendRefusal(reply, statusCode, described, { problems });
}

function sendRefusal(
  reply: FastifyReply,
  statusCode: number,
  { code, refusal }: Described,
  { error = nameOf(statusCode), problems: asProblems }: { error?: string; problems?: Refusing['problems'] } = {},
): FastifyReply {
  const isBare = BARE in reply.request;
  const language = isBare ? 'en' : languageOf(reply.request.headers);
  const rendered = renderRefusal(refusal, language);
  const message = rendered.fields ?? rendered.message;
  const body: BareJsonError = {
    error,
    statusCode,
    message: asProblems && statusCode === 400 ? asProblems(message) : message,
  };
  if (isBare) return reply.code(statusCode).send(body);
  varyBy(reply.code(statusCode).header('content-language', language), 'accept-language');
  return reply.send({
    ...body,
    code,
    ...(rendered.problems && { problems: rendered.problems }),
    ...(statusCode === 500 && { requestId: reply.request.id }),
  } satisfies JsonError);
}

interface Described {
  code: JsonError['code'];
  refusal: Refusal;
}

/** Logs unexpected errors. */
export function describeError(error: unknown, reply: FastifyReply): Described & { statusCode: number } {
  if (error instanceof DomainError)
    return { statusCode: ERROR_CODES[error.code].status, code: error.code, refusal: refusalOf(error) };
  const { statusCode = 500, code = '', message = '', text } = error as Partial<FastifyError> & { text?: KeyedText };
  if (statusCode >= 400 && statusCode < 500)
    return {
      statusCode,
      code: TRANSPORT_CODES[statusCode] ?? 'BAD_REQUEST',
      refusal: text ?? TRANSPORT_TEXTS[code] ?? { message },
    };
  const unavailable = unavailableText(error);
  if (unavailable) {
    reply.log.warn(
      { err: error, event: 'http.database_unavailable', requestId: reply.request.id },
      'the database could not be asked',
    );
    return { statusCode: ERROR_CODES.UNAVAILABLE.status, code: 'UNAVAILABLE', refusal: unavailable };
  }
  reply.log.error({ err: error, event: 'http.unexpected_error', requestId: reply.request.id }, 'a request failed unexpectedly');
  return { statusCode: 500, code: 'INTERNAL_SERVER_ERROR', refusal: UNEXPECTED };
}

function nameOf(statusCode: number): string {
  return Object.values(ERROR_CODES).find(({ status }) => status === statusCode)?.error ?? STATUS_CODES[statusCode] ?? 'Error';
}

function sendMethodNotAllowed(
  reply: FastifyReply,
  method: string,
  allow: string,
  text: 'platform.methodNotServed' | 'platform.methodNotServedBut',
): FastifyReply {
  const refusal = textOf(text, { method, allow });
  return sendRefusal(reply.header('allow', allow), 405, { code: 'METHOD_NOT_ALLOWED', refusal });
}

const refusedBefore = async (): Promise<undefined> => undefined;

/** Answers OPTIONS, and 405 to every method but `served`. It looks at no token: the addresses are public. */
export function mountMethodNotAllowed(
  scope: FastifyInstance,
  options: {
    url: string;
    served: readonly string[];
    text?: 'platform.methodNotServed' | 'platform.methodNotServedBut';
  },
): void {
  const { url, served, text = 'platform.methodNotServed' } = options;
  const allow = served.join(', ');
  if (served.includes('OPTIONS')) scope.options(url, async (_request, reply) => reply.code(204).header('allow', allow).send());
  scope.route({
    method: scope.supportedMethods.filter((method) => !served.includes(method)),
    url,
    onRequest: async (request, reply) => {
      return sendMethodNotAllowed(reply, request.method, allow, text);
    },
    handler: refusedBefore,
  });
}

const SECONDS = new Map<number, number>(
  Object.values(ERROR_CODES).flatMap((code) => ('retryAfterSeconds' in code ? [[code.status, code.retryAfterSeconds]] : [])),
);

/** On every 429 and 503 (RFC 9110, 10.2.3). */
export function mountRetryAfter(fastify: FastifyInstance): void {
  fastify.addHook('onSend', (_request, reply, payload, done) => {
    const seconds = SECONDS.get(reply.statusCode);
    if (seconds !== undefined && !reply.hasHeader('retry-after')) setRetryAfter(reply, seconds);
    done(null, payload);
  });

  // While it closes, Fastify's server answers without hooks.
  let isClosing = false;
  fastify.addHook('preClose', async () => {
    isClosing = true;
  });
  fastify.server.prependListener('request', (_request, response) => {
    if (isClosing) response.setHeader('retry-after', ERROR_CODES.UNAVAILABLE.retryAfterSeconds);
  });
}

export function setRetryAfter(reply: FastifyReply, seconds: number | undefined): void {
  if (seconds !== undefined) reply.header('retry-after', Math.ceil(seconds));
}
