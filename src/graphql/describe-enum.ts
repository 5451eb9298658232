import { registerEnumType } from 'type-graphql';

/** Makes an enum known to the schema, with the description of it and of each value. */
export function describeEnum<Values extends Record<string, string>>(
  name: string,
  values: Values,
  description: string,
  descriptions: Record<keyof Values, string>,
): void {
  const configs = Object.entries<string>(descriptions).map(([value, text]) => [value, { description: text }]);
  registerEnumType(values, { name, description, valuesConfig: Object.fromEntries(configs) });
}
