import { isEnumType, type GraphQLSchema } from 'graphql';

/** What graphql-js says of a value that fits no enum names the enum alone, and the error's way to us knows no schema. */
const values = new Map<string, string[]>();

/** Keeps what each enum of the schema allows, to be told where something else was sent. */
export function keepEnumValues(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isEnumType(type))
      values.set(
        type.name,
        type.getValues().map(({ name }) => name),
      );
  }
}

/** The values of an enum, by its name. */
export function valuesOf(name: string): readonly string[] {
  return values.get(name) ?? [name];
}
