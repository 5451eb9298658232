import type { FieldTexts } from '../platform/refusal.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What is answered of a record: all its leaf fields in the schema's order, unless `only` names others. */
export interface Selection {
  only?: readonly string[];
  without?: readonly string[];
  /** The records within the record; of a connection, what its nodes are is selected. */
  with?: Readonly<Record<string, Selection>>;
}

/**
 * One REST route: an address and the field of the schema's Query or Mutation that it asks for. The document it runs is made from
 * the schema. The field's arguments come from the request by name: from the path, where a parameter that is named like no argument
 * is its `id`; of a GET or DELETE from the query string, an input's fields one by one; else from the body, which is `input` itself.
 */
export interface Route extends Selection {
  method: Method;
  /** With `:name` where a parameter stands. */
  path: string;
  field: string;
  /** `operationId` in OpenAPI, and the document's name: the field's unless said. */
  name: string;
  status: 200 | 201 | 204;
  /** The arguments that are taken besides the path's, where these are not all; with `!` if REST requires one. */
  takes?: readonly string[];
  /** The field of the record that is answered alone. */
  part?: string;
  /** The only refusals the interface lists for the operation; unset: the error table's own statuses. */
  refusals?: readonly number[];
  /** What a 400 tells, of what it would: for an operation whose problems the interface names otherwise. */
  problems?: (message: string | FieldTexts) => FieldTexts;
  /** Whether its operation reads the Idempotency-Key header. */
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
/** DELETE, which JavaScript keeps for itself. */
export const del = rowsOf('DELETE', 200);

/** Whether a path is asked for with an access token. By the route's own path: a request may write it percent-encoded. */
export function needsToken(path: string): boolean {
  return path.startsWith('/v1/');
}

/** A GET has no body, and a DELETE's is dropped on many a way. */
export function readsQuery({ method }: Pick<Route, 'method'>): boolean {
  return method === 'GET' || method === 'DELETE';
}
