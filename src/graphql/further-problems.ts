import {
  coerceInputValue,
  getNullableType,
  GraphQLError,
  isInputObjectType,
  typeFromAST,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
  type ArgumentNode,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  type GraphQLType,
  type OperationDefinitionNode,
} from 'graphql';
import { refuseFields } from '../platform/domain-error.js';
import type { FieldProblems } from '../platform/refusal.js';
import { isWrong, problemsOfInput } from './input-rules.js';
import { LIMITS } from './limits.js';
import { literalProblem } from './literal-problem.js';
import { inputClassOf, inputTypesWithin } from './type-metadata.js';

/**
 * What else is wrong with inputs of which some values do not fit their types, so that a caller learns of all at once and not first of
 * the types: the values that fit are held against the rules of their class. `known` is told of already.
 */
export function furtherProblems(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
  known: FieldProblems,
): FieldProblems {
  const found: FieldProblems = {};
  for (const { variable, type: typeNode } of variableDefinitions)
    Object.assign(found, problemsOfFitting(typeFromAST(schema, typeNode as never), variables[variable.name.value]));
  return withoutKnown(found, known);
}

/**
 * The same of inputs that are written into a document, of which `errors` are what GraphQL says against it: one error for each, beside
 * those. What is a variable within them is not looked at.
 */
export function furtherLiteralProblems(
  schema: GraphQLSchema,
  document: DocumentNode,
  errors: readonly GraphQLError[],
): GraphQLError[] {
  const known: FieldProblems = Object.assign({}, ...errors.map((error) => literalProblem(error)?.fields));
  if (Object.keys(known).length === 0) return [];
  const found: GraphQLError[] = [];
  const types = new TypeInfo(schema);
  const Argument = (node: ArgumentNode): false => {
    const problems = withoutKnown(problemsOfFitting(types.getArgument()?.type, valueFromASTUntyped(node.value)), known);
    if (Object.keys(problems).length > 0)
      found.push(new GraphQLError('', { nodes: node, originalError: refuseFields(problems) }));
    return false;
  };
  visit(document, visitWithTypeInfo(types, { Argument }));
  return found;
}

/** What is wrong with one input by the rules of its class. What does not fit its type is left out: whoever found that tells of it. */
function problemsOfFitting(type: GraphQLType | undefined, value: unknown): FieldProblems {
  const inputType = type && getNullableType(type);
  if (!isInputObjectType(inputType) || !isRecord(value)) return {};
  const fitting = fittingOf(value, inputType);
  return isRecord(fitting) ? problemsOfInput(instanceOf(inputType.name, fitting)) : {};
}

/** Without what does not fit. Nothing where that is more than is told: graphql-js looks for what was meant by each name that is none. */
function fittingOf(value: unknown, type: GraphQLInputType): unknown {
  let misfits = 0;
  try {
    return coerceInputValue(value, type, (_path, _value, error) => {
      if (++misfits > LIMITS.errors) throw error;
    });
  } catch (error) {
    if (error instanceof GraphQLError) return undefined;
    throw error;
  }
}

function withoutKnown(found: FieldProblems, known: FieldProblems): FieldProblems {
  return Object.fromEntries(Object.entries(found).filter(([field]) => !isWrong(known, field)));
}

/** The input as its class makes it of what was sent, with those within it. */
function instanceOf(typeName: string, values: Record<string, unknown>): object {
  const target = inputClassOf(typeName);
  if (!target) return values;
  const input = Object.create(target.prototype as object) as Record<string, unknown>;
  const fields = inputTypesWithin(target);
  for (const [name, value] of Object.entries(values)) {
    const inner = fields.get(name);
    const made = (one: unknown): unknown => (inner && isRecord(one) ? instanceOf(inner, one) : one);
    if (value !== undefined) input[name] = Array.isArray(value) ? value.map(made) : made(value);
  }
  return input;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
