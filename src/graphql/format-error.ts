import { ApolloServerErrorCode, unwrapResolverError } from '@apollo/server/errors';
import type { ValidationError } from 'class-validator';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { ArgumentValidationError } from 'type-graphql';
import { DomainError, ERROR_CODES, type ErrorCode, type FieldProblems } from '../platform/domain-error.js';
import type { Log } from '../platform/log.js';
import { variableProblem } from './variable-problem.js';

const OWN_CODES = new Set<string>(Object.keys(ERROR_CODES).filter((code) => code !== 'INTERNAL_SERVER_ERROR'));

/** Codes of the protocol itself: the request never became an operation. */
const PROTOCOL_CODES = new Set<string>([
  ApolloServerErrorCode.GRAPHQL_PARSE_FAILED,
  ApolloServerErrorCode.GRAPHQL_VALIDATION_FAILED,
  ApolloServerErrorCode.OPERATION_RESOLUTION_FAILURE,
  ApolloServerErrorCode.BAD_REQUEST,
  ApolloServerErrorCode.PERSISTED_QUERY_NOT_FOUND,
  ApolloServerErrorCode.PERSISTED_QUERY_NOT_SUPPORTED,
]);

/** What a caller is told of an error: expected failures as they are, anything else masked and logged whole. */
export function createErrorFormatter(log: Log): (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError {
  return (formatted, error) => {
    const { message, locations, path } = formatted;
    const answer = (code: string, text: string, fields?: FieldProblems): GraphQLFormattedError => ({
      message: text,
      ...(locations && { locations }),
      ...(path && { path }),
      extensions: { code, ...(fields && { fields }) },
    });

    const original = unwrapResolverError(error);
    if (original instanceof DomainError) {
      log[ERROR_CODES[original.code].level]({ code: original.code, path, message: original.message }, 'refused');
      return answer(original.code, original.message, original.fields);
    }
    if (original instanceof ArgumentValidationError) {
      const fields = fieldProblems(original.extensions.validationErrors);
      return answer('BAD_USER_INPUT', describe(fields), fields);
    }

    const code = formatted.extensions?.code;
    if (typeof code === 'string' && PROTOCOL_CODES.has(code)) return answer(code, message, unknownFields(message));
    if (code === 'BAD_USER_INPUT' && error instanceof GraphQLError && !error.originalError?.stack?.includes('node_modules/@prisma')) {
      const fields = variableProblem(error);
      return answer(code, fields ? describe(fields) : message, fields);
    }
    if (typeof code === 'string' && OWN_CODES.has(code as ErrorCode)) return answer(code, message);

    log.error({ err: original, path }, 'unexpected error');
    return answer('INTERNAL_SERVER_ERROR', 'Something went wrong on our side. Nothing is lost; try again.');
  };
}

/** class-validator's tree as a flat table, nested fields dotted. */
function fieldProblems(errors: ValidationError[], prefix = ''): FieldProblems {
  const fields: FieldProblems = {};
  for (const { property, constraints, children } of errors) {
    const name = `${prefix}${property}`;
    if (constraints) fields[name] = Object.values(constraints).map((text) => text.replace(`${property} `, ''));
    if (children?.length) Object.assign(fields, fieldProblems(children, `${name}.`));
  }
  return fields;
}

function describe(fields: FieldProblems): string {
  return Object.entries(fields)
    .map(([field, problems]) => `${field} ${problems.join(', ')}`)
    .join('; ');
}

function unknownFields(message: string): FieldProblems | undefined {
  const unknown = /Field "(\w+)" is not defined by type/.exec(message);
  return unknown?.[1] ? { [unknown[1]]: ['is not a field of this input'] } : undefined;
}
