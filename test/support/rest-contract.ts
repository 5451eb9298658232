import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { RestAnswer, TestServer } from './start.js';

interface Documented {
  paths: Record<string, Record<string, { responses: Record<string, { content?: { 'application/json': { schema: object } } }> }>>;
  components: object;
}

/**
 * Holds answers against `/openapi.json`: the returned function tells what of an answer its document does not announce,
 * down to a field too many. `route` is the place in the document: `GET /v1/orders/{orderId}`.
 */
export async function documentedRoutes(server: TestServer) {
  const document = (await server.rest('GET', '/openapi.json')).body as Documented;
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'openapi', components: document.components });
  const validators = new Map<string, ValidateFunction>();

  return function problemsOf(route: string, answer: RestAnswer): string[] {
    const [method = '', path = ''] = route.split(' ');
    const { responses } = document.paths[path]?.[method.toLowerCase()] ?? {};
    if (!responses) return [`${route} is not documented`];
    const response = responses[answer.status] ?? responses[`${Math.floor(answer.status / 100)}XX`];
    if (!response) return [`${route} does not announce ${answer.status}`];
    if (!response.content) return answer.body === undefined ? [] : [`${route} ${answer.status} announces no body`];
    const key = `${route} ${answer.status}`;
    const schema = JSON.parse(JSON.stringify(response.content['application/json'].schema).replaceAll('"#/', '"openapi#/'));
    if (!validators.has(key)) validators.set(key, ajv.compile(schema));
    const validate = validators.get(key);
    return validate?.(answer.body) ? [] : (validate?.errors ?? []).map(({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`);
  };
}
