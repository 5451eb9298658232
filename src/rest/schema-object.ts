/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = { [keyword: string]: unknown };

/** The paths of a document with each of their operations changed. */
export function mapOperations(
  paths: Readonly<Record<string, JsonSchema>>,
  change: (operation: JsonSchema) => JsonSchema,
): Record<string, JsonSchema> {
  const ofPath = (path: JsonSchema): JsonSchema =>
    Object.fromEntries(Object.entries(path).map(([method, operation]) => [method, change(operation as JsonSchema)]));
  return Object.fromEntries(Object.entries(paths).map(([address, path]) => [address, ofPath(path)]));
}

export function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}
