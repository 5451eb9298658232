import {
  BREAK,
  getVariableValues,
  GraphQLBoolean,
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

/**
 * Operations that are asked again and again, as code of their own instead of a walk through their documents. Beside a build without it, in
 * one run of `npm run bench reads -- --against`: 1.7 times as many raffle pages, 1.2 times the lists of a buyer's or a raffle's orders,
 * 1.2 to 1.5 times REST's. An order allocates a quarter less.
 */
export interface CompiledOperations {
  /**
   * Runs a query, or a mutation of one field, that was seen before. Undefined for any other operation, and for variables that do not fit:
   * nothing was run then. An answer with errors is for graphql-js to make.
   */
  run(asked: Operation, context: Context, root: RootOutcome | undefined): ExecutionResult | Promise<ExecutionResult> | undefined;
}

/** The first time costs nothing: whoever sends a new document each time has none compiled. */
const SEEN = 'seen';
const NOT_POSSIBLE = 'not possible';
type State = typeof SEEN | typeof NOT_POSSIBLE | CompiledQuery;

/**
 * Stands for the type of every variable: their values come from graphql-js. The compiler's own reading of them asks for required fields
 * that have a default, and lets a list pass for an object.
 */
const COERCED = new GraphQLScalarType({ name: 'CoercedVariable', parseValue: (value) => value });

export function createCompiledOperations(schema: GraphQLSchema): CompiledOperations {
  keepRootOutcomes(schema);
  let withCoerced: GraphQLSchema | undefined;
  // By the operation of a kept document: what is not kept is forgotten here too.
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
    run(asked, context, root) {
      const query = compiled(asked);
      if (!query) return undefined;
      const { coerced } = getVariableValues(schema, asked.operation.variableDefinitions ?? [], asked.variables, { maxErrors: 1 });
      return coerced && query.query(root, context, coerced);
    },
  };
}

function withCoercedOf(schema: GraphQLSchema): GraphQLSchema {
  const config = schema.toConfig();
  return new GraphQLSchema({ ...config, types: [...config.types, COERCED], assumeValid: true });
}

function compile(schema: GraphQLSchema, { document, operation }: Operation): State {
  if (!isCompilable(operation) || asksForSchema(document)) return NOT_POSSIBLE;
  const query = compileQuery(schema, ofCoerced(document, operation), operation.name?.value, {
    // Without it a fragment that is spread twice under other conditions is answered wrongly.
    useExperimentalPathBasedSkipInclude: true,
    // Its errors are told to nobody.
    disablingCapturingStackErrors: true,
  });
  return isCompiledQuery(query) ? query : NOT_POSSIBLE;
}

/** Of several fields of a mutation those behind one that fails must not run, which the compiled code does not see to. */
function isCompilable({ operation, selectionSet: { selections } }: OperationDefinitionNode): boolean {
  if (operation !== OperationTypeNode.MUTATION) return operation === OperationTypeNode.QUERY;
  return selections.length === 1 && selections[0]?.kind === Kind.FIELD;
}

/** The compiler's schema has one type more than is told. */
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

/** The document with the variables of the operation as they come from graphql-js. What is skipped or included by one asks for a Boolean. */
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
