import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { RestAnswer, TestServer } from './start.js';

type Responses = Record<string, { content?: { 'application/json': { schema: object } } }>;
interface OpenApi {
  paths: Record<string, Record<string, { responses: Responses }>>;
  components: object;
}

/** What a call of a route sends; `params` fills the address, `query` follows it. */
export interface Call {
  token?: string;
  params?: Record<string, string | number>;
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Calls routes by their place in `/openapi.json`, `GET /v1/orders/{orderId}`, and fails unless each answer is one that
 * the document announces: its status, and every field of its body, with none too many.
 */
export async function restClient(server: TestServer): Promise<(route: string, call?: Call) => Promise<RestAnswer>> {
  const { paths, components } = (await server.rest('GET', '/openapi.json')).body as OpenApi;
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('int32', { type: 'number', validate: (value: number) => Math.abs(value) < 2 ** 31 });
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'openapi', components });
  const validators = new Map<string, ValidateFunction>();

  const problemsOf = (route: string, { status, body }: RestAnswer): unknown => {
    const [method = '', path = ''] = route.split(' ');
    const responses = paths[path]?.[method.toLowerCase()]?.responses ?? {};
    const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
    if (!response) return `${route} announces no ${status}`;
    if (!response.content) return body && `${route} announces no body with ${status}`;
    const key = `${route} ${status}`;
    const schema = JSON.parse(JSON.stringify(response.content['application/json'].schema).replaceAll('"#/', '"openapi#/'));
    const validate = validators.get(key) ?? ajv.compile(schema);
    validators.set(key, validate);
    return validate(body) ? undefined : validate.errors;
  };

  return async (route, { params = {}, query = '', ...options } = {}) => {
    const [method = '', path = ''] = route.split(' ');
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    const answer = await server.rest(method, `${address}${query && `?${query}`}`, options);
    expect(problemsOf(route, answer)).toBeUndefined();
    return answer;
  };
}

/** An answer that refuses, by its status: what is wrong as a text, or by field. */
export function refused(status: keyof typeof NAMES, message: unknown = expect.any(String)) {
  return { status, body: { error: NAMES[status], statusCode: status, message } };
}

const NAMES = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Record Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Entity',
};
