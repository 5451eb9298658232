import { STATUS_CODES } from 'node:http';
import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js';
import { JSON_ERROR_CODES } from '../platform/http/json-errors.js';
import { problemRules } from '../platform/texts.js';
import type { JsonSchema } from './schema-object.js';

const MESSAGE = {
  description: 'What was wrong and what to do; of a body, the problems of each field by its name.',
  anyOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }],
};
const STATUS = { error: { type: 'string', description: 'The status by name.' }, statusCode: { type: 'integer' } };

export const BARE_ERROR: JsonSchema = {
  type: 'object',
  required: ['error', 'statusCode', 'message'],
  properties: { ...STATUS, message: MESSAGE },
  additionalProperties: false,
};

export const errorSchema = (): JsonSchema => ({
  type: 'object',
  required: ['error', 'statusCode', 'code', 'message'],
  properties: {
    ...STATUS,
    code: { type: 'string', enum: JSON_ERROR_CODES, description: 'What programs go by: it says more than the status.' },
    message: MESSAGE,
    problems: {
      description: 'Where fields are wrong, what is wrong with each by its name, for programs.',
      type: 'object',
      additionalProperties: {
        type: 'array',
        items: {
          type: 'object',
          required: ['rule', 'params', 'message'],
          properties: {
            rule: {
              type: 'string',
              enum: problemRules(),
              description: 'The rule that is broken, such as `required`, `maxLength` or `taken`.',
            },
            params: { type: 'object', description: 'What it was held against, such as `{ "max": 60 }`; never what was sent.' },
            message: { type: 'string', description: 'The same for people.' },
          },
          additionalProperties: false,
        },
      },
    },
    requestId: { type: 'string', description: 'Of a 500 alone: the number of the request to ask us about.' },
  },
  additionalProperties: false,
});

/** Status by status, since some client generators know no ranges. */
const REFUSALS: Readonly<Record<number, readonly [name: string, description: string]>> = {
  400: ['BadRequest', 'The request is not valid: nothing was changed.'],
  401: ['Unauthorized', 'The access token or the login is missing or not valid: nothing was changed.'],
  403: ['Forbidden', 'Not allowed for this caller: nothing was changed.'],
  404: ['NotFound', 'Not found, or not visible to this caller: nothing was changed.'],
  409: ['Conflict', 'The state of the record does not allow it: nothing was changed.'],
  413: ['ContentTooLarge', 'Too large: nothing was changed.'],
  415: ['UnsupportedMediaType', 'The media type is not supported: nothing was changed.'],
  422: ['KeyReused', 'The idempotency key was sent before with another body: nothing was changed.'],
};
const COME_BACK: typeof REFUSALS = {
  429: ['TooManyRequests', 'Too many requests: wait.'],
  503: ['Unavailable', 'Busy, or the database is away. Nothing was changed, unless the message says that it is not known.'],
};
const FAILURES: typeof REFUSALS = {
  500: ['InternalServerError', 'Failed on our side.'],
  502: ['BadGateway', "Failed on the payment provider's side."],
};
const ALL = { ...REFUSALS, ...COME_BACK, ...FAILURES };

const RETRY_AFTER = { description: 'In how many seconds to try again.', required: true, schema: { type: 'integer', minimum: 0 } };
/** `BareError` is what the deprecated paths answer: it has no `code`. */
type ErrorSchema = 'Error' | 'BareError';
const nameOf = (status: number, of: ErrorSchema): string => `${of === 'BareError' ? 'Bare' : ''}${ALL[status]?.[0]}`;

/** `components.responses`: each refusal and failure once, with an example. */
export function errorResponses(): Record<string, JsonSchema> {
  const responses = (['Error', 'BareError'] as const).flatMap((of) =>
    Object.entries(ALL).map(([status, [, description]]) => {
      const statusCode = Number(status);
      const [code, known] = Object.entries(ERROR_CODES).find(([, { status: its }]) => its === statusCode) ?? [];
      const error = known?.error ?? STATUS_CODES[statusCode];
      const example = {
        error,
        statusCode,
        ...(of === 'Error' && { code: code ?? BEFORE_OPERATIONS[statusCode] }),
        message: description,
      };
      const content = { 'application/json': { schema: { $ref: `#/components/schemas/${of}` }, example } };
      return [
        nameOf(statusCode, of),
        { description, ...(status in COME_BACK && { headers: { 'Retry-After': RETRY_AFTER } }), content },
      ];
    }),
  );
  return Object.fromEntries(responses);
}

/** Statuses of the server itself, before any operation. */
const BEFORE_OPERATIONS: Readonly<Record<number, string>> = { 413: 'PAYLOAD_TOO_LARGE', 415: 'UNSUPPORTED_MEDIA_TYPE' };

/** The given refusals, or all, and the failures that any route can have. */
export function refusals(statuses: readonly number[] = Object.keys(REFUSALS).map(Number), of: ErrorSchema = 'Error'): JsonSchema {
  const told = [...statuses, ...[COME_BACK, FAILURES].flatMap((some) => Object.keys(some).map(Number))];
  return Object.fromEntries(told.map((status) => [status, { $ref: `#/components/responses/${nameOf(status, of)}` }]));
}

/** By its error codes, and 429, which a proxy's limit can answer anywhere. */
export function refusalsOf(codes: readonly ErrorCode[], hasBody: boolean): JsonSchema {
  const statuses = new Set<number>([429, ...codes.map((code) => ERROR_CODES[code].status), ...(hasBody ? [413, 415] : [])]);
  return Object.fromEntries(Object.entries(refusals()).filter(([status]) => statuses.has(Number(status))));
}
