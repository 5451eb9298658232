import {
  coerceInputValue,
  getNamedType,
  isInputObjectType,
  isInputType,
  Kind,
  typeFromAST,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql';
import { getMetadataStorage } from 'type-graphql';
import type { FieldProblems } from '../platform/domain-error.js';
import { isWrong, problemsOfInput } from './input-rules.js';

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
  for (const { variable, type: typeNode } of variableDefinitions) {
    const type = typeFromAST(schema, typeNode as never);
    const name = type && getNamedType(type).name;
    const value = variables[variable.name.value];
    if (!isInputType(type) || !isInputObjectType(getNamedType(type)) || typeNode.kind === Kind.LIST_TYPE || !isRecord(value))
      continue;
    // What does not fit is left out, and was told of by whoever found that.
    const fitting: unknown = coerceInputValue(value, type, () => undefined);
    if (isRecord(fitting) && name) Object.assign(found, problemsOfInput(instanceOf(name, fitting)));
  }
  return Object.fromEntries(Object.entries(found).filter(([field]) => !isWrong(known, field)));
}

/** The input as its class makes it of what was sent, with those within it. */
function instanceOf(typeName: string, values: Record<string, unknown>): object {
  const metadata = getMetadataStorage().inputTypes.find(({ name }) => name === typeName);
  if (!metadata) return values;
  const { prototype } = metadata.target as { prototype: object };
  const input = Object.create(prototype) as Record<string, unknown>;
  const fields = fieldsOf(metadata.target);
  for (const [name, value] of Object.entries(values)) {
    const inner = fields.get(name);
    const made = (one: unknown): unknown => (inner && isRecord(one) ? instanceOf(inner, one) : one);
    if (value !== undefined) input[name] = Array.isArray(value) ? value.map(made) : made(value);
  }
  return input;
}

/** The names of the input types of a class's fields, those that it inherits among them. */
function fieldsOf(target: object): Map<string, string> {
  const { inputTypes } = getMetadataStorage();
  const fields = new Map<string, string>();
  for (let owner: object | null = target; owner; owner = Object.getPrototypeOf(owner) as object | null) {
    for (const { name, getType } of inputTypes.find((type) => type.target === owner)?.fields ?? []) {
      const inner = inputTypes.find((type) => type.target === getType());
      if (inner && !fields.has(name)) fields.set(name, inner.name);
    }
  }
  return fields;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
