import {
  getVariableValues,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { DomainError, type FieldProblems } from '../platform/domain-error.js';
import { costOf } from './cost.js';
import { describeFields } from './format-error.js';
import { LIMITS, sizeRule } from './limits.js';
import { refuseUnstorableText, storableLiteralsRule } from './storable-text.js';
import { variableProblem } from './variable-problem.js';

/** Our own rules for documents, beside those of the specification. They run once a document, not once a request. */
export const validationRules = [sizeRule, storableLiteralsRule];

/**
 * What every valid operation passes before it runs, whichever way it came in; answers its cost. Throws BAD_USER_INPUT by
 * field on variables that do not fit their types or cannot be stored, QUERY_TOO_COMPLEX when it may answer too much.
 */
export function checkOperation(options: {
  schema: GraphQLSchema;
  document: DocumentNode;
  operation: OperationDefinitionNode;
  variables: Record<string, unknown>;
}): number {
  const { schema, operation, variables } = options;
  refuseUnstorableText(variables);
  const { coerced, errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: LIMITS.errors,
  });
  if (errors) throw misfit(errors);
  const cost = costOf({ ...options, coerced });
  if (cost <= LIMITS.cost) return cost;
  throw new DomainError(
    'QUERY_TOO_COMPLEX',
    `This may answer ${cost} fields; at most ${LIMITS.cost} are allowed. Ask for smaller pages.`,
  );
}

function misfit(errors: readonly GraphQLError[]): DomainError {
  const fields: FieldProblems = Object.assign({}, ...errors.map(variableProblem));
  return new DomainError('BAD_USER_INPUT', describeFields(fields) || 'The variables do not fit their types.', fields);
}
