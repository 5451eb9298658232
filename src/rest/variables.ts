import type { FastifyRequest } from 'fastify';
import { refuse, refuseFields, textOf } from '../platform/domain-error.js';
import { readsQuery } from './route.js';
import type { ServedRoute } from './served-route.js';

type Fields = Record<string, unknown>;
type Query = Record<string, string | string[]>;

/** The executor checks the values; here only a body that is no object and unknown names are refused. */
export function variablesOf(route: ServedRoute, request: FastifyRequest): Fields {
  const query = readsQuery(route) ? queryVariables(route, request.query as Query) : {};
  const body = route.method === 'GET' ? {} : bodyVariables(route, request.body);
  return { ...query, ...body, ...(request.params as Record<string, string>) };
}

function bodyVariables(route: ServedRoute, body: unknown): Fields {
  const fields = asObject(body === undefined ? {} : body);
  return route.variables.has('input') ? { input: fields } : known(route, fields, 'rest.unknownField');
}

function asObject(body: unknown): Fields {
  if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Fields;
  throw refuse('platform.bodyNotObject');
}

function queryVariables(route: ServedRoute, query: Query): Fields {
  known(route, query, 'rest.unknownParameter');
  return Object.fromEntries(Object.entries(query).map(([name, text]) => [name, readText(text, route.variables.get(name)?.type)]));
}

/** A query string has only texts: numbers and booleans are read from them; the executor refuses the rest. */
function readText(text: string | string[], type: string | undefined): unknown {
  if (/^Int!?$/.test(type ?? '') && /^-?\d{1,15}$/.test(text.toString())) return Number(text);
  if (/^Boolean!?$/.test(type ?? '') && (text === 'true' || text === 'false')) return text === 'true';
  return text;
}

function known(route: ServedRoute, fields: Fields, key: 'rest.unknownField' | 'rest.unknownParameter'): Fields {
  const unknown = Object.keys(fields).filter((name) => !route.variables.has(name) || route.parameters.includes(name));
  if (unknown.length === 0) return fields;
  throw refuseFields(Object.fromEntries(unknown.map((name) => [name, [textOf(key)]])));
}
