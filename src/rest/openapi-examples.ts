import { exampleOf } from './example-of.js';
import type { JsonSchema } from './schema-object.js';

type Schemas = Record<string, JsonSchema>;
type Content = Record<string, { schema: JsonSchema; example?: unknown }>;

/**
 * The operations of `/openapi.json` with an example of each parameter, body and answer, and of one refusal: made of the schemas, which
 * every answer is held to, so that none is of a field that is gone.
 */
export function withExamples(paths: Schemas, components: Schemas): Schemas {
  const shown = (schema: JsonSchema, of: 'REQUEST' | 'ANSWER', name?: string) => {
    const example = exampleOf(schema, components, of, name);
    return example === undefined ? {} : { example };
  };
  const inJson = (content: Content, of: 'REQUEST' | 'ANSWER'): Content => {
    const json = content['application/json'];
    return json && json.example === undefined
      ? { ...content, 'application/json': { ...json, ...shown(json.schema, of) } }
      : content;
  };
  const ofOperation = (operation: JsonSchema): JsonSchema => {
    const parameters = (operation.parameters ?? []) as { name: string; schema: JsonSchema; example?: unknown }[];
    const body = operation.requestBody as { content: Content } | undefined;
    const responses = Object.entries(operation.responses as Record<string, { content?: Content }>);
    const refusal = responses.find(([status]) => status.startsWith('4'))?.[0];
    const answers = responses.map(([status, response]) => {
      const isShown = response.content && (status.startsWith('2') || status === refusal);
      return [status, isShown ? { ...response, content: inJson(response.content!, 'ANSWER') } : response];
    });
    return {
      ...operation,
      parameters: parameters.map((one) => ({ ...shown(one.schema, 'REQUEST', one.name), ...one })),
      ...(body && { requestBody: { ...body, content: inJson(body.content, 'REQUEST') } }),
      responses: Object.fromEntries(answers),
    };
  };
  const ofPath = (path: JsonSchema): JsonSchema =>
    Object.fromEntries(Object.entries(path).map(([method, operation]) => [method, ofOperation(operation as JsonSchema)]));
  return Object.fromEntries(Object.entries(paths).map(([address, path]) => [address, ofPath(path)]));
}
