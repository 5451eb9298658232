import { getVariableValues, type GraphQLError, type GraphQLSchema } from 'graphql';
import { describeFields, DomainError, type FieldProblems } from '../platform/domain-error.js';
import { costOf, knownCost } from './cost.js';
import { LIMITS, sizeRule } from './limits.js';
import { furtherProblems } from './further-problems.js';
import { literalFieldsRule } from './literal-problem.js';
import type { Operation } from './operation.js';
import { refuseUnusableValues, storableLiteralsRule } from './storable-text.js';
import { variableProblem } from './variable-problem.js';

/** Our own rules for documents, beside those of the specification. They run once a document, not once a request. */
export const validationRules = [sizeRule, storableLiteralsRule, literalFieldsRule];

/**
 * What every valid operation passes before it runs, whichever way it came in; answers its cost. Throws BAD_USER_INPUT by
 * field on variables that cannot be stored or are too long a list, QUERY_TOO_COMPLEX when it may answer too much. Whether variables fit their types
 * is not checked again for a cost that is known: graphql-js does it when the operation runs, and `variablesError` says the same of it.
 */
export function checkOperation(schema: GraphQLSchema, asked: Operation): number {
  refuseUnusableValues(asked.variables);
  const cost = knownCost(asked) ?? newCost(schema, asked);
  if (cost <= LIMITS.cost) return cost;
  throw new DomainError(
    'QUERY_TOO_COMPLEX',
    `This costs ${cost}, and at most ${LIMITS.cost} is allowed: a field counts one or more, a page its size. `
      + 'Ask for smaller pages, or for less at once.',
  );
}

function newCost(schema: GraphQLSchema, asked: Operation): number {
  checkVariables(schema, asked);
  return costOf(schema, asked);
}

/** Throws BAD_USER_INPUT by field on variables that do not fit their types. */
export function checkVariables(schema: GraphQLSchema, { operation, variables }: Operation): void {
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: LIMITS.errors });
  if (errors) throw variablesError(schema, { operation, variables }, errors);
}

/**
 * What graphql-js says of variables that do not fit their types, as BAD_USER_INPUT by field and without their values, and what else is wrong
 * with them.
 */
export function variablesError(
  schema: GraphQLSchema,
  { operation, variables }: Pick<Operation, 'operation' | 'variables'>,
  errors: readonly GraphQLError[],
): DomainError {
  const misfits: FieldProblems = Object.assign({}, ...errors.map(variableProblem));
  const fields = { ...misfits, ...furtherProblems(schema, operation, variables, misfits) };
  return new DomainError('BAD_USER_INPUT', describeFields(fields) || 'The variables do not fit their types.', fields);
}
