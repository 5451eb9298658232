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
import { literalProblem } from './graphql-js-messages.js';
import { inputClassOf, inputTypesWithin } from './type-metadata.js';

/**
 * What else is wrong with inputs of which some values do not fit their types: the values that fit are checked by the rules of their
 * class, so that one answer has all problems. Those in `known` are left out.
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

/** The same for inputs that are written into a document, one error for each. Variables within them are not checked. */
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

function problemsOfFitting(type: GraphQLType | undefined, value: unknown): FieldProblems {
  const inputType = type && getNullableType(type);
  if (!isInputObjectType(inputType) || !isRecord(value)) return {};
  const fitting = fittingOf(value, inputType);
  return isRecord(fitting) ? problemsOfInput(instanceOf(inputType.name, fitting)) : {};
}

/** Without what does not fit. It ends early: graphql-js looks for a suggestion for each unknown name. */
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
