import type { FastifySchemaValidationError } from 'fastify/types/schema.js';
import { joined, refuse, refuseFields, textOf, type DomainError } from '../../platform/domain-error.js';
import type { KeyedText } from '../../platform/texts.js';
import { PATTERN_PROBLEMS } from './legacy-bodies.js';

/** A body of nothing but unknown fields must not be answered with a longer one. */
const MOST_PROBLEMS = 50;

/** What the validator found as BAD_USER_INPUT by field, nested ones dotted. */
export function bodyProblems(errors: readonly FastifySchemaValidationError[]): DomainError {
  // A map: a caller's field may be called `__proto__`.
  const fields = new Map<string, KeyedText[]>();
  for (const error of errors.slice(0, MOST_PROBLEMS)) {
    const field = fieldOf(error);
    if (field === '') return refuse('platform.bodyNotObject');
    fields.set(field, [...(fields.get(field) ?? []), problemOf(error)]);
  }
  return refuseFields(Object.fromEntries(fields));
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

function problemOf({ keyword, params }: FastifySchemaValidationError): KeyedText {
  switch (keyword) {
    case 'required':
      return textOf('platform.required');
    case 'additionalProperties':
      return textOf('rest.unknownField');
    case 'type':
      return problemOfType([params.type].flat().map(String));
    case 'pattern':
      return PATTERN_PROBLEMS[String(params.pattern)] ?? textOf('platform.valid');
    case 'enum':
      return textOf('legacy.either', { values: joined('platform.or', (params.allowedValues as unknown[]).map(String)) });
    case 'maxLength':
      return textOf('platform.maxLength', { max: Number(params.limit) });
    case 'minimum':
      return textOf('platform.min', { min: Number(params.limit) });
    case 'maximum':
      return textOf('platform.max', { max: Number(params.limit) });
    default:
      return textOf('platform.valid');
  }
}

function problemOfType([type = '', ...others]: string[]): KeyedText {
  return type === 'integer'
    ? textOf('graphql.wholeNumber')
    : textOf('legacy.type', { type: others.length > 0 ? `${type}OrNull` : type });
}
