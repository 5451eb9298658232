import addFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { RestAnswer, TestServer } from './start.js';

type Responses = Record<string, { content?: Record<string, { schema: object }> }>;

export interface OpenApi {
  paths: Record<string, Record<string, { operationId?: string; deprecated?: boolean; responses: Responses }>>;
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

/** Says what an answer to a request has that `/openapi.json` does not announce: its status, and every field of its body, with none too many. */
export type Contract = (method: string, path: string, answer: RestAnswer) => unknown;

/** The same document with the parameters and answers of `components` in the operations that refer to them. */
export function withoutReferences<Document extends OpenApi>(document: Document): Document {
  const { components } = document;
  const found = (part: { $ref?: string }): object => {
    const [section = '', name = ''] = /^#\/components\/(parameters|responses)\/(.+)$/.exec(part.$ref ?? '')?.slice(1) ?? [];
    return section === '' ? part : (components as Record<string, Record<string, object>>)[section]![name]!;
  };
  const mapped = (of: object): object =>
    Object.fromEntries(Object.entries<{ $ref?: string }>(of as never).map(([key, part]) => [key, found(part)]));
  const operation = (one: { parameters?: object[]; responses: object }): object => ({
    ...one,
    ...(one.parameters && { parameters: one.parameters.map(found) }),
    responses: mapped(one.responses),
  });
  const paths = Object.entries(document.paths).map(([path, methods]) => [
    path,
    Object.fromEntries(Object.entries(methods).map(([method, one]) => [method, operation(one)])),
  ]);
  return { ...document, paths: Object.fromEntries(paths) };
}

/** The contract of a document; what is asked of an address or by a method that it does not have is none of its business. */
export function contractOf(document: OpenApi): Contract {
  const { paths, components } = withoutReferences(document);
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('int32', { type: 'number', validate: (value: number) => Math.abs(value) < 2 ** 31 });
  ajv.addVocabulary(['components']);
  ajv.addSchema({ $id: 'openapi', components });
  const validators = new Map<string, ValidateFunction>();
  // Static segments before parameters, as the router has it.
  const templates = Object.keys(paths)
    .toSorted((a, b) => a.split('{').length - b.split('{').length)
    .map((template) => ({
      template,
      pattern: new RegExp(`^${template.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    }));

  return (method, path, { status, body }) => {
    const [address = ''] = path.split('?');
    const template = templates.find(({ pattern }) => pattern.test(address))?.template ?? '';
    const operation = paths[template]?.[method.toLowerCase()];
    if (!operation) return undefined;
    const route = `${method} ${template}`;
    const response = operation.responses[status] ?? operation.responses[`${Math.floor(status / 100)}XX`];
    if (!response) return `${route} announces no ${status}`;
    const content = response.content?.['application/json'];
    if (!response.content) return body && `${route} announces no body with ${status}`;
    if (!content) return undefined;
    const key = `${route} ${status}`;
    const schemaOf = () => JSON.parse(JSON.stringify(content.schema).replaceAll('"#/', '"openapi#/'));
    const validate = validators.get(key) ?? ajv.compile(schemaOf());
    validators.set(key, validate);
    return validate(body) ? undefined : { route, status, problems: validate.errors };
  };
}

/** Calls routes by their place in `/openapi.json`, `GET /v1/orders/{orderId}`; each answer is held against it, as any that tests ask for. */
export function restClient(server: TestServer): (route: string, call?: Call) => Promise<RestAnswer> {
  let document: Promise<OpenApi> | undefined;
  return async (route, { params = {}, query = '', ...options } = {}) => {
    const { paths } = await (document ??= server.rest('GET', '/openapi.json').then(({ body }) => body as OpenApi));
    const [method = '', path = ''] = route.split(' ');
    if (!paths[path]?.[method.toLowerCase()]) throw new Error(`${route} is not in /openapi.json`);
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
    return server.rest(method, `${address}${query && `?${query}`}`, options);
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
