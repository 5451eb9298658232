/** A JSON Schema (2020-12), as OpenAPI 3.1 uses it. */
export type JsonSchema = { [keyword: string]: unknown };

export function json(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}
