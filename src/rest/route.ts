import type { FieldTexts } from '../platform/refusal.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The fields that are answered: all leaf fields in the schema's order, unless `only` names others. */
export interface Selection {
  only?: readonly string[];
  without?: readonly string[];
  with?: Readonly<Record<string, Selection>>;
  /**
   * What OpenAPI calls it, where it is not what the type is: a mention of a record instead of the record. All others of a type are one schema,
   * in which a field that some of them leave out is optional.
   */
  as?: string;
}

/**
 * A REST route: an address, and the field of Query or Mutation that answers it. Arguments come from the path (a parameter that is no
 * argument is `id`), of GET and DELETE from the query string, where the fields of an input stand by themselves, else from the body,
 * which is the argument `input` or has the arguments as its fields.
 */
export interface Route extends Selection {
  method: Method;
  path: string;
  field: string;
  /** `operationId` in OpenAPI and the name of the GraphQL operation. Default: the field's name, capitalised. */
  name: string;
  status: 200 | 201 | 204;
  /** The arguments besides the path's, where not all are taken; `!` makes one required. */
  takes?: readonly string[];
  /** The only field of the record that is answered. */
  part?: string;
  /** The only 4xx statuses of the published contract; others but 429 become 400. Default: the status of each error code. */
  refusals?: readonly number[];
  /** Renames the problems of a 400, where the interface has other names. */
  problems?: (message: string | FieldTexts) => FieldTexts;
  takesKey?: boolean;
}

type Options = Partial<Omit<Route, 'method' | 'path' | 'field'>>;
type Row = (path: string, field: string, options?: Options) => Route;

const rowsOf =
  (method: Method, status: Route['status']): Row =>
  (path, field, options) => ({
    method,
    path,
    field,
    name: `${field.charAt(0).toUpperCase()}${field.slice(1)}`,
    status,
    ...options,
  });

export const get = rowsOf('GET', 200);
export const post = rowsOf('POST', 201);
export const put = rowsOf('PUT', 200);
export const patch = rowsOf('PATCH', 200);
/** DELETE: the word is reserved. */
export const del = rowsOf('DELETE', 200);

/** `path` is the route's, never the request's: percent-encoded, `/v1` would not be recognised and no token asked for. */
export function needsToken(path: string): boolean {
  return path.startsWith('/v1/');
}

/** A GET has no body, and many proxies drop that of a DELETE. */
export function readsQuery({ method }: Pick<Route, 'method'>): boolean {
  return method === 'GET' || method === 'DELETE';
}
