import {
  GraphQLNonNull,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  getNamedType,
  Kind,
  type GraphQLNamedType,
  type GraphQLNullableType,
  type GraphQLObjectType,
  type GraphQLType,
  type SelectionSetNode,
} from 'graphql';

import { withInputRules } from './input-bounds.js';
import type { JsonSchema } from './schema-object.js';
import type { Selection } from './route.js';
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
            const sent = { ...described(field, sentSchema(field.type, components)), ...defaultOf(field) };
            return [field.name, withInputRules(leaf.name, field.name, sent)];
          }),
        ),
        additionalProperties: false,
      };
    });
  });
}

/** What is answered of a type: the fields that the document selects, and what the route calls them. */
export interface Answered {
  fields: SelectionSetNode | undefined;
  selection: Selection;
}

/** Objects and enums are put into `components` and referred to: one schema for each type, or for each name that a selection gives itself. */
export function answeredSchema(
  type: GraphQLType,
  { fields, selection }: Answered,
  components: Record<string, JsonSchema>,
): JsonSchema {
  return wrapped(type, (leaf) => {
    if (!isObjectType(leaf) || !fields) return leafSchema(leaf, components);
    const isPage = leaf.name.endsWith('Connection');
    const selected = selectedFields(fields);
    const properties = selected.map(({ name, selectionSet }) => {
      const field = leaf.getFields()[name];
      if (!field) throw new Error(`${leaf.name} has no field ${name}`);
      const isNumber = name === 'id' && NUMERIC_IDS.has(leaf.name);
      const within = { fields: selectionSet, selection: isPage ? selection : (selection.with?.[name] ?? {}) };
      const value = isNumber ? { type: 'integer' } : answeredSchema(field.type, within, components);
      return [isPage && name === 'nodes' ? 'data' : name, described(field, value)] as const;
    });
    const required = selected.flatMap(({ isOptional }, index) => (isOptional ? [] : (properties[index]?.[0] ?? [])));
    const made = { type: 'object', required, properties: Object.fromEntries(properties), additionalProperties: false };
    return answer(nameOf(leaf, selection), made, components);
  });
}

function nameOf(type: GraphQLObjectType, { as }: Selection): string {
  // The route names its rows, and neither the page nor where it ends.
  if (type.name === 'PageInfo') return type.name;
  if (!type.name.endsWith('Connection')) return as ?? type.name;
  const { nodes } = type.getFields();
  return `${as ?? getNamedType(nodes!.type).name}Page`;
}

interface ObjectSchema extends JsonSchema {
  required: string[];
  properties: Record<string, JsonSchema>;
}

/** Routes that answer one type with other fields share its schema. What each of them has is required. */
function answer(name: string, made: ObjectSchema, components: Record<string, JsonSchema>): JsonSchema {
  const known = components[name] as ObjectSchema | undefined;
  for (const [field, schema] of Object.entries(made.properties)) {
    const other = known?.properties[field];
    if (other && JSON.stringify(other) !== JSON.stringify(schema))
      throw new Error(`${name}.${field} is answered in two ways: give one selection another name by "as"`);
  }
  const required = known ? known.required.filter((field) => made.required.includes(field)) : made.required;
  components[name] = { ...made, required, properties: { ...known?.properties, ...made.properties } };
  return { $ref: `#/components/schemas/${name}` };
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

function described({ description }: { description?: string | null | undefined }, schema: JsonSchema = {}): JsonSchema {
  return description ? { description, ...schema } : schema;
}
