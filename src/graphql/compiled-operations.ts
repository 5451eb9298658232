import {
  BREAK,
  getVariableValues,
  GraphQLBoolean,
  GraphQLError,
  GraphQLScalarType,
  GraphQLSchema,
  Kind,
  OperationTypeNode,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
  visit,
  type DocumentNode,
  type ExecutionResult,
  type NamedTypeNode,
  type OperationDefinitionNode,
  type TypeNode,
} from 'graphql';
import { compileQuery, isCompiledQuery, type CompiledQuery } from 'graphql-jit';
import type { Context } from '../context.js';
import type { Operation } from './operation.js';
import { keepRootOutcomes, type RootOutcome } from './root-outcome.js';

/** An operation is compiled the second time, so that documents that come once cost nothing. */
const SEEN = 'seen';
const NOT_POSSIBLE = 'not possible';
type State = typeof SEEN | typeof NOT_POSSIBLE | CompiledQuery;

/** The type of every variable in a compiled document: graphql-js has coerced the values, and graphql-jit does it differently. */
const COERCED = new GraphQLScalarType({ name: 'CoercedVariable', parseValue: (value) => value });

/** Runs operations that were seen before as generated code (graphql-jit). */
export function createCompiledOperations(schema: GraphQLSchema) {
  keepRootOutcomes(schema);
  let withCoerced: GraphQLSchema | undefined;
  const states = new WeakMap<OperationDefinitionNode, State>();

  const compiled = (asked: Operation): CompiledQuery | undefined => {
    const { operation } = asked;
    let state = states.get(operation);
    if (state === undefined || state === SEEN) {
      state = state === undefined ? SEEN : compile((withCoerced ??= withCoercedOf(schema)), asked);
      states.set(operation, state);
    }
    return typeof state === 'string' ? undefined : state;
  };

  return {
    /** Undefined when the operation is not compiled or its variables do not fit: nothing was run then. */
    run(asked: Operation, context: Context, root: RootOutcome | undefined): Promise<ExecutionResult> | undefined {
      const query = compiled(asked);
      if (!query) return undefined;
      const { coerced } = getVariableValues(schema, asked.operation.variableDefinitions ?? [], asked.variables, { maxErrors: 1 });
      return coerced && inFull(query.query(root, context, coerced));
    },
  };
}

/** graphql-jit makes errors of its own, which may lack `extensions`. */
async function inFull(answer: ExecutionResult | Promise<ExecutionResult>): Promise<ExecutionResult> {
  const result = await answer;
  if (!result.errors) return result;
  const errors = result.errors.map(({ message, path, originalError, locations }) =>
    Object.assign(new GraphQLError(message, { path, originalError }), { locations }),
  );
  return { ...result, errors };
}

function withCoercedOf(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  return new GraphQLSchema({ ...config, types: [...config.types, COERCED], assumeValid: true });
}

function compile(schema: GraphQLSchema, { document, operation }: Operation): State {
  if (!isCompilable(operation) || asksForSchema(document)) return NOT_POSSIBLE;
  const query = compileQuery(schema, ofCoerced(document, operation), operation.name?.value, {
    // Without it, a fragment spread twice under different conditions is answered wrongly.
    useExperimentalPathBasedSkipInclude: true,
    disablingCapturingStackErrors: true,
  });
  return isCompiledQuery(query) ? query : NOT_POSSIBLE;
}

/** The fields of a mutation run in series and stop at a failure; graphql-jit does not do that. */
function isCompilable({ operation, selectionSet: { selections } }: OperationDefinitionNode): boolean {
  if (operation !== OperationTypeNode.MUTATION) return operation === OperationTypeNode.QUERY;
  return selections.length === 1 && selections[0]?.kind === Kind.FIELD;
}

function asksForSchema(document: DocumentNode): boolean {
  let asks = false;
  visit(document, {
    Field({ name }) {
      if (name.value !== SchemaMetaFieldDef.name && name.value !== TypeMetaFieldDef.name) return undefined;
      asks = true;
      return BREAK;
    },
  });
  return asks;
}

/** But for Booleans, which @skip and @include need. */
function ofCoerced(document: DocumentNode, operation: OperationDefinitionNode): DocumentNode {
  const type: NamedTypeNode = { kind: Kind.NAMED_TYPE, name: { kind: Kind.NAME, value: COERCED.name } };
  const variableDefinitions = operation.variableDefinitions?.map((definition) =>
    isBoolean(definition.type) ? definition : { kind: definition.kind, variable: definition.variable, type },
  );
  return {
    ...document,
    definitions: document.definitions.map((one) => (one === operation ? { ...operation, variableDefinitions } : one)),
  };
}

function isBoolean(type: TypeNode): boolean {
  const named = type.kind === Kind.NON_NULL_TYPE ? type.type : type;
  return named.kind === Kind.NAMED_TYPE && named.name.value === GraphQLBoolean.name;
}
