import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
  Kind,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type SelectionSetNode,
} from 'graphql';

/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = { [keyword: string]: unknown };

const SCALARS: Record<string, JsonSchema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  Float: { type: 'number' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  Money: { type: 'string', pattern: '^\\d+\\.\\d{2}$' },
};

const MONEY_SENT: JsonSchema = { anyOf: [{ type: 'string', pattern: '^\\d+(\\.\\d{1,2})?$' }, { type: 'number', minimum: 0 }] };

/** Ids that are numbers: REST answers them as such, GraphQL knows only texts. */
const NUMERIC_IDS = new Set(['Order']);

/** Makes schemas of GraphQL types; named ones are collected in `components` and referred to. */
export function jsonSchemas(components: Record<string, JsonSchema>) {
  const named = (type: GraphQLEnumType | GraphQLInputObjectType): JsonSchema => {
    const reference = { $ref: `#/components/schemas/${type.name}` };
    if (components[type.name]) return reference;
    if (isEnumType(type)) {
      components[type.name] = { ...describe(type), type: 'string', enum: type.getValues().map(({ name }) => name) };
      return reference;
    }
    // Taken before its fields are walked: an input may lead back to itself.
    const schema: JsonSchema = (components[type.name] = { ...describe(type), type: 'object', additionalProperties: false });
    const fields = Object.values(type.getFields());
    schema.required = fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined).map(({ name }) => name);
    schema.properties = Object.fromEntries(fields.map((field) => [field.name, { ...describe(field), ...sent(field.type) }]));
    return reference;
  };

  /** What a caller sends for an input type. */
  const sent = (type: GraphQLInputType): JsonSchema => {
    if (!isNonNullType(type)) return nullable(sentValue(type));
    return sentValue(type.ofType);
  };
  const sentValue = (type: GraphQLInputType): JsonSchema => {
    if (isListType(type)) return { type: 'array', items: sent(type.ofType) };
    if (isInputObjectType(type) || isEnumType(type)) return named(type);
    const { name } = getNamedType(type);
    return name === 'Money' ? MONEY_SENT : scalar(name);
  };

  /** What is answered for a selection on an output type. */
  const answered = (type: GraphQLOutputType, selections: SelectionSetNode | undefined, fragments: Fragments): JsonSchema => {
    if (!isNonNullType(type)) return nullable(answeredValue(type, selections, fragments));
    return answeredValue(type.ofType, selections, fragments);
  };
  const answeredValue = (type: GraphQLOutputType, selections: SelectionSetNode | undefined, fragments: Fragments): JsonSchema => {
    if (isListType(type)) return { type: 'array', items: answered(type.ofType, selections, fragments) };
    if (isEnumType(type)) return named(type);
    if (isScalarType(type)) return scalar(type.name);
    if (!isObjectType(type) || !selections) throw new Error(`no schema for ${type}`);
    const properties = Object.fromEntries(
      selectedFields(selections, fragments).map(({ name, selectionSet }) => {
        const field = fieldOf(type, name);
        if (name === 'id' && NUMERIC_IDS.has(type.name)) return [name, { ...describe(field), type: 'integer' }];
        return [name, { ...describe(field), ...answered(field.type, selectionSet, fragments) }];
      }),
    );
    return { type: 'object', required: Object.keys(properties), properties, additionalProperties: false };
  };

  return { sent, answered };
}

/** The fragments of a document by name. */
export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

interface Selected {
  name: string;
  selectionSet: SelectionSetNode | undefined;
}

/** The fields of a selection, fragments spread. */
export function selectedFields(selections: SelectionSetNode, fragments: Fragments): Selected[] {
  return selections.selections.flatMap((selection) => {
    if (selection.kind === Kind.FIELD) return [{ name: selection.name.value, selectionSet: selection.selectionSet }];
    const spread = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value);
    return spread ? selectedFields(spread.selectionSet, fragments) : [];
  });
}

function fieldOf(type: GraphQLObjectType, name: string) {
  const field = type.getFields()[name];
  if (!field) throw new Error(`${type.name} has no field ${name}`);
  return field;
}

function scalar(name: string): JsonSchema {
  const schema = SCALARS[name];
  if (!schema) throw new Error(`the scalar ${name} has no JSON schema`);
  return schema;
}

function nullable(schema: JsonSchema): JsonSchema {
  return typeof schema.type === 'string' && !schema.enum ? { ...schema, type: [schema.type, 'null'] } : { anyOf: [schema, { type: 'null' }] };
}

function describe({ description }: { description?: string | null | undefined }): JsonSchema {
  return description ? { description } : {};
}
