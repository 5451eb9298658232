import { getVariableValues, type GraphQLError, type GraphQLSchema } from 'graphql';
import { refuse, refuseFields, type DomainError } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { costOf, knownCost } from './cost.js';
import { LIMITS } from './limits.js';
import { furtherProblems } from './further-problems.js';
import { literalFieldsRule, variableProblem } from './graphql-js-messages.js';
import type { Operation } from './operation.js';
import { sizeRule } from './size-rule.js';
import { refuseUnusableValues, storableLiteralsRule } from './storable-text.js';

export const validationRules = [sizeRule, storableLiteralsRule, literalFieldsRule];

/** Checks a valid operation before it runs, and returns its cost. With a known cost the variables are only coerced at execution. */
export function checkOperation(schema: GraphQLSchema, asked: Operation): number {
  refuseUnusableValues(asked.variables);
  let cost = knownCost(asked);
  if (cost === undefined) {
    checkVariables(schema, asked);
    cost = costOf(schema, asked);
  }
  if (cost <= LIMITS.cost) return cost;
  throw refuse('graphql.costsTooMuch', { cost, most: LIMITS.cost });
}

export function checkVariables(schema: GraphQLSchema, { operation, variables }: Operation): void {
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, { maxErrors: LIMITS.errors });
  if (errors) throw variablesError(schema, { operation, variables }, errors);
}

/** The errors of graphql-js about variables as BAD_USER_INPUT by field, with all other problems of the inputs. */
export function variablesError(
  schema: GraphQLSchema,
  { operation, variables }: Pick<Operation, 'operation' | 'variables'>,
  errors: readonly GraphQLError[],
): DomainError {
  const misfits: FieldProblems = Object.assign({}, ...errors.map(variableProblem));
  const fields = { ...misfits, ...furtherProblems(schema, operation, variables, misfits) };
  return Object.keys(fields).length > 0 ? refuseFields(fields) : refuse('graphql.variablesDoNotFit', {}, { fields });
}
