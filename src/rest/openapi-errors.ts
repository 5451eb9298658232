import { ERROR_CODES, type ErrorCode } from '../platform/error-codes.js';
import { JSON_ERROR_CODES } from '../platform/http/json-errors.js';
import { problemRules } from '../platform/texts.js';
import { json, type JsonSchema } from './schema-object.js';

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
const REFUSALS: Record<number, string> = {
  400: 'The request is not valid: nothing was changed.',
  401: 'The access token or the login is missing or not valid: nothing was changed.',
  403: 'Not allowed for this caller: nothing was changed.',
  404: 'Not found, or not visible to this caller: nothing was changed.',
  409: 'The state of the record does not allow it: nothing was changed.',
  413: 'Too large: nothing was changed.',
  415: 'The media type is not supported: nothing was changed.',
  422: 'The idempotency key was sent before with another body: nothing was changed.',
};
const FAILURES: Record<number, string> = {
  500: 'Failed on our side.',
  502: "Failed on the payment provider's side.",
};

const RETRY_AFTER = { description: 'In how many seconds to try again.', required: true, schema: { type: 'integer', minimum: 0 } };
type ErrorSchema = 'Error' | 'BareError';
const refusal = (description: string, of: ErrorSchema) => ({
  description,
  content: json({ $ref: `#/components/schemas/${of}` }),
});

const comeBack = (of: ErrorSchema) => ({
  429: { ...refusal('Too many requests: wait.', of), headers: { 'Retry-After': RETRY_AFTER } },
  503: {
    ...refusal('Busy, or the database is away. Nothing was changed, unless the message says that it is not known.', of),
    headers: { 'Retry-After': RETRY_AFTER },
  },
});

/** The given refusals, or all, and the failures that any route can have. */
export function refusals(statuses: readonly number[] = Object.keys(REFUSALS).map(Number), of: ErrorSchema = 'Error'): JsonSchema {
  const said = (texts: Record<number, string>, which: readonly number[]) =>
    Object.fromEntries(which.map((status) => [status, refusal(texts[status] ?? 'Refused.', of)]));
  return { ...said(REFUSALS, statuses), ...comeBack(of), ...said(FAILURES, Object.keys(FAILURES).map(Number)) };
}

/** By its error codes, and 429, which a proxy's limit can answer anywhere. */
export function refusalsOf(codes: readonly ErrorCode[], hasBody: boolean): JsonSchema {
  const statuses = new Set<number>([429, ...codes.map((code) => ERROR_CODES[code].status), ...(hasBody ? [413, 415] : [])]);
  return Object.fromEntries(Object.entries(refusals()).filter(([status]) => statuses.has(Number(status))));
}
