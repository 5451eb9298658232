import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import {
  checkAnswer,
  createCheck,
  matchesRoute,
  PROBLEM_TYPE,
  requestOf,
  type Check,
  type Contract,
} from './api-pix-contract.js';

interface Reference {
  $ref?: string;
}

interface Schema extends Reference {
  type?: string;
  pattern?: string;
  required?: string[];
  properties?: Record<string, Schema>;
  allOf?: Schema[];
  items?: Schema;
}

interface Parameter extends Reference {
  name: string;
  in: string;
  required?: boolean;
  schema: Schema;
}

interface Body extends Reference {
  content?: Record<string, { schema: Schema }>;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: Body;
  responses: Record<string, Body>;
}

type PathItem = { parameters?: Parameter[] } & Record<'get' | 'put' | 'post' | 'patch' | 'delete', Operation | undefined>;

interface OpenApi {
  paths: Record<string, PathItem>;
  components: { schemas: Record<string, Schema> };
}

/**
 * The contract of the official OpenAPI file of API Pix, read from `file`, its known slips corrected first (`correctErrata`).
 * The token endpoint, which it only names, and 401, which OAuth 2.0 adds, are passed over.
 */
export function officialContract(file: string): Contract {
  const document = parse(readFileSync(file, 'utf8')) as OpenApi;
  correctErrata(document);
  const check = createCheck({ pix: document });

  const schemaOf = (body: Body, at: string, type: string): object | null => {
    const pointer = body.$ref ? body.$ref.slice(1) : at;
    const { content } = resolve<Body>(document, body);
    return content ? { $ref: `pix#${pointer}/content/${segment(type)}/schema` } : null;
  };

  return {
    exchange(exchange) {
      const { method, status } = exchange;
      const url = new URL(exchange.url, 'http://bank');
      if (url.pathname === '/oauth/token' || status === 401) return [];
      const verb = method.toLowerCase() as 'get';
      const path = Object.keys(document.paths).find(
        (each) => !each.includes('AccessToken') && matchesRoute(`${method} ${each}`, method, url.pathname),
      );
      const item = path === undefined ? undefined : document.paths[path];
      const operation = item?.[verb];
      if (!item || !operation || path === undefined) return [`${method} ${url.pathname} is not in the official file`];
      const name = `official ${method} ${path} -> ${status}`;
      const at = `/paths/${segment(path)}/${verb}`;
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map((each) =>
        resolve<Parameter>(document, each),
      );
      const body = operation.requestBody && schemaOf(operation.requestBody, `${at}/requestBody`, 'application/json');
      const request =
        status >= 400
          ? []
          : [
              ...checkParameters(check, parameters, path, url, name),
              ...(body ? check(body, requestOf(exchange), `${name}: request`) : []),
            ];
      const response = operation.responses[status];
      if (!response) return [...request, `${name}: the status is not in the official file`];
      const type = status >= 400 ? PROBLEM_TYPE : 'application/json';
      return [...request, ...checkAnswer(check, schemaOf(response, `${at}/responses/${status}`, type), exchange, type, name)];
    },
    callback(body) {
      const schema = { $ref: `pix#/components/requestBodies/WebhookPixBody/content/${segment('application/json')}/schema` };
      return check(schema, JSON.parse(body), 'official callback');
    },
  };
}

/**
 * Where version 2.9.0 of the file contradicts its own text or examples: patterns written with slashes around them;
 * `PixConsultados` that requires `cobs`; `CobsConsultadas` that requires `idCob`, which nothing has; locations as `uri`,
 * though they have no scheme; a payment's txid that must also be a charge's, which a static code's is not; queries whose 400
 * is in the text but not among the responses.
 */
function correctErrata({ paths, components: { schemas } }: OpenApi): void {
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const { pattern, location } = node as { pattern?: unknown; location?: { format?: string } };
    if (typeof pattern === 'string') Object.assign(node, { pattern: pattern.replace(/^\/(.*)\/$/, '$1') });
    if (location?.format === 'uri') delete location.format;
    Object.values(node).forEach(visit);
  };
  visit(paths);
  visit(schemas);
  const anyTxid = { type: 'string', pattern: '^[a-zA-Z0-9]{1,35}$' };
  Object.assign(schemas.Pix?.properties ?? {}, { txid: anyTxid });
  Object.assign(schemas.ParametrosConsultaPix?.properties ?? {}, { txid: anyTxid });
  for (const parameter of paths['/pix']?.get?.parameters ?? []) if (parameter.name === 'txid') parameter.schema = anyTxid;
  Object.assign(schemas.PixConsultados ?? {}, { required: ['parametros', 'pix'] });
  Object.assign(schemas.CobsConsultadas?.properties?.cobs?.items?.allOf?.[1] ?? {}, { required: ['status', 'txid'] });
  const badQuery: Body = { content: { [PROBLEM_TYPE]: { schema: { $ref: '#/components/schemas/Problema' } } } };
  for (const path of ['/cob', '/cob/{txid}', '/pix', '/webhook'])
    Object.assign(paths[path]?.get?.responses ?? {}, { 400: badQuery });
}

function checkParameters(check: Check, parameters: Parameter[], path: string, url: URL, name: string): string[] {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, each]) => each);
  const values = new RegExp(`^${path.replace(/\{\w+\}/g, '([^/]+)')}$`).exec(url.pathname)?.slice(1) ?? [];
  const unknown = [...url.searchParams.keys()].filter(
    (each) => !parameters.some((one) => one.in === 'query' && one.name === each),
  );
  return [
    ...unknown.map((each) => `${name}: the query parameter ${each} is not in the official file`),
    ...parameters.flatMap((parameter) => {
      const inPath = decodeURIComponent(values[names.indexOf(parameter.name)] ?? '');
      const value = parameter.in === 'path' ? inPath : (url.searchParams.get(parameter.name) ?? undefined);
      if (value === undefined) return parameter.required ? [`${name}: the parameter ${parameter.name} is missing`] : [];
      const { type } = parameter.schema;
      const typed = type === 'integer' ? Number(value) : type === 'boolean' ? value === 'true' : value;
      const schema = JSON.parse(JSON.stringify(parameter.schema).replaceAll('"#/', '"pix#/')) as object;
      return check(schema, typed, `${name}: ${parameter.name}`);
    }),
  ];
}

function resolve<T extends Reference>(document: OpenApi, value: T): T {
  if (value.$ref === undefined) return value;
  const keys = value.$ref.slice(2).split('/');
  return keys.reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], document) as T;
}

function segment(text: string): string {
  return encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
}
