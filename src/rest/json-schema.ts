import {
  GraphQLNonNull,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  Kind,
  type GraphQLNamedType,
  type GraphQLNullableType,
  type GraphQLType,
  type SelectionSetNode,
} from 'graphql';

import { withInputRules } from './input-bounds.js';
import type { JsonSchema } from './schema-object.js';
import { NUMERIC_IDS } from './served-route.js';

const SCALARS: Record<string, JsonSchema> = {
  ID: { type: 'string' },
  String: { type: 'string' },
  Boolean: { type: 'boolean' },
  Int: { type: 'integer', format: 'int32' },
  Float: { type: 'number' },
  DateTime: { type: 'string', format: 'date-time' },
  Date: { type: 'string', format: 'date' },
  Money: { type: 'string', pattern: '^\\d{1,10}\\.\\d{2}$' },
  SignedMoney: { type: 'string', pattern: '^-?\\d{1,10}\\.\\d{2}$' },
};
const MONEY_SENT: JsonSchema = {
  anyOf: [
    { type: 'string', pattern: '^\\d{1,10}(\\.\\d{1,2})?$' },
    { type: 'number', minimum: 0, maximum: 9_999_999_999.99 },
  ],
};

/** The schema of an input type; inputs and enums are put into `components` and referred to. */
export function sentSchema(type: GraphQLType, components: Record<string, JsonSchema>): JsonSchema {
  return wrapped(type, (leaf) => {
    if (!isInputObjectType(leaf)) return leaf.name === 'Money' ? MONEY_SENT : leafSchema(leaf, components);
    return component(leaf.name, components, () => {
      const fields = Object.values(leaf.getFields());
      return {
        ...described(leaf),
        type: 'object',
        required: fields.filter((field) => isNonNullType(field.type) && field.defaultValue === undefined).map(({ name }) => name),
        properties: Object.fromEntries(
          fields.map((field) => {
            const sent = { ...described(field), ...sentSchema(field.type, components), ...defaultOf(field) };
            return [field.name, withInputRules(leaf.name, field.name, sent)];
          }),
        ),
        additionalProperties: false,
      };
    });
  });
}

/** Exactly the fields that are selected. */
export function answeredSchema(
  type: GraphQLType,
  selections: SelectionSetNode | undefined,
  components: Record<string, JsonSchema>,
): JsonSchema {
  return wrapped(type, (leaf) => {
    if (!isObjectType(leaf) || !selections) return leafSchema(leaf, components);
    const selected = selectedFields(selections);
    const properties = selected.map(({ name, selectionSet }) => {
      const field = leaf.getFields()[name];
      if (!field) throw new Error(`${leaf.name} has no field ${name}`);
      const isNumber = name === 'id' && NUMERIC_IDS.has(leaf.name);
      const value = isNumber ? { type: 'integer' } : answeredSchema(field.type, selectionSet, components);
      return [name, { ...described(field), ...value }] as const;
    });
    const required = selected.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
    return { type: 'object', required, properties: Object.fromEntries(properties), additionalProperties: false };
  });
}

function selectedFields({ selections }: SelectionSetNode) {
  return selections.flatMap((selection) => {
    if (selection.kind !== Kind.FIELD) return [];
    const { name, selectionSet, directives = [] } = selection;
    return [{ name: name.value, selectionSet, isOptional: directives.length > 0 }];
  });
}

function wrapped(type: GraphQLType, schemaOf: (leaf: GraphQLNamedType) => JsonSchema): JsonSchema {
  if (!isNonNullType(type)) return nullable(wrapped(new GraphQLNonNull(type as GraphQLNullableType), schemaOf));
  if (isListType(type.ofType)) return { type: 'array', items: wrapped(type.ofType.ofType, schemaOf) };
  return schemaOf(type.ofType);
}

function nullable(schema: JsonSchema): JsonSchema {
  return typeof schema.type === 'string' ? { ...schema, type: [schema.type, 'null'] } : { anyOf: [schema, { type: 'null' }] };
}

function leafSchema(leaf: GraphQLNamedType, components: Record<string, JsonSchema>): JsonSchema {
  if (isEnumType(leaf)) {
    const names = leaf.getValues().map(({ name }) => name);
    return component(leaf.name, components, () => ({ ...described(leaf), type: 'string', enum: names }));
  }
  const schema = SCALARS[leaf.name];
  if (!schema) throw new Error(`the type ${leaf.name} has no JSON schema`);
  return schema;
}

function component(name: string, components: Record<string, JsonSchema>, make: () => JsonSchema): JsonSchema {
  if (!components[name]) {
    // Set first: an input may refer to itself.
    components[name] = {};
    components[name] = make();
  }
  return { $ref: `#/components/schemas/${name}` };
}

function defaultOf({ defaultValue }: { defaultValue?: unknown }): JsonSchema {
  return ['string', 'number', 'boolean'].includes(typeof defaultValue) ? { default: defaultValue } : {};
}

function described({ description }: { description?: string | null | undefined }): JsonSchema {
  return description ? { description } : {};
}
