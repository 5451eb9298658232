import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import { badFields, DomainError } from '../../platform/domain-error.js';
import { PATTERN_PROBLEMS } from './legacy-bodies.js';

/** Problems told at most: a body of nothing but unknown fields must not be answered with a longer one. */
const MOST_PROBLEMS = 50;
const TYPES: Record<string, string> = { string: 'a text', integer: 'a whole number', object: 'an object' };

/** What the validator found as BAD_USER_INPUT, every problem under its field, nested ones dotted. */
export function bodyProblems(errors: readonly FastifySchemaValidationError[]): DomainError {
  // A map: a caller's field may be called `__proto__`.
  const fields = new Map<string, string[]>();
  for (const error of errors.slice(0, MOST_PROBLEMS)) {
    const field = fieldOf(error);
    if (field === '') return new DomainError('BAD_USER_INPUT', 'The body must be a JSON object.');
    fields.set(field, [...(fields.get(field) ?? []), problemOf(error)]);
  }
  return badFields(Object.fromEntries(fields));
}

function fieldOf({ instancePath, params }: FastifySchemaValidationError): string {
  const inner = (params.missingProperty ?? params.additionalProperty) as string | undefined;
  // RFC 6901: "/" parts the names, and "~1" and "~0" stand for "/" and "~" within one.
  const path = instancePath
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  return [...path, ...(inner === undefined ? [] : [inner])].join('.');
}

function problemOf({ keyword, params, message = 'is not valid' }: FastifySchemaValidationError): string {
  switch (keyword) {
    case 'required':
      return 'is required';
    case 'additionalProperties':
      return 'is not a field of this request';
    case 'type':
      return `must be ${[params.type]
        .flat()
        .map((type) => TYPES[String(type)] ?? String(type))
        .join(' or ')}`;
    case 'pattern':
      return PATTERN_PROBLEMS[String(params.pattern)] ?? message;
    case 'enum':
      return `must be ${(params.allowedValues as unknown[]).join(' or ')}`;
    case 'maxLength':
      return `must have at most ${String(params.limit)} characters`;
    case 'minimum':
      return `must be at least ${String(params.limit)}`;
    case 'maximum':
      return `must be at most ${String(params.limit)}`;
    default:
      return message;
  }
}
