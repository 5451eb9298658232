import { isEnumType, type GraphQLSchema } from 'graphql';

/** graphql-js names only the enum in its errors, which are formatted without the schema. */
const values = new Map<string, string[]>();

export function keepEnumValues(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type))
      values.set(
        type.name,
        type.getValues().map(({ name }) => name),
      );
  }
}

export function valuesOf(name: string): readonly string[] {
  return values.get(name) ?? [name];
}
