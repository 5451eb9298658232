import { undeclared } from './undeclared.js';
import type { Problems } from '../../src/platform/refusal.js';

export interface GraphqlAnswer<Data> {
  status: number;
  data: Data;
  errors:
    | { message: string; path?: string[]; extensions: { code: string; fields?: Record<string, string[]>; problems?: Problems } }[]
    | undefined;
}

export interface AskOptions {
  token?: string | undefined;
  headers?: Record<string, string>;
}

/** How operations are asked for: of a server in this process or of another one. */
export type Ask = <Data = any>(
  query: string,
  variables?: Record<string, unknown>,
  options?: AskOptions,
) => Promise<GraphqlAnswer<Data>>;

export function graphqlClient(url: string): Ask {
  return async (query, variables, options) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: jsonHeaders(options),
      body: JSON.stringify({ query, variables }),
    });
    const { data, errors } = (await response.json()) as { data: never; errors: GraphqlAnswer<never>['errors'] };
    const breach = undeclared(query, errors);
    if (breach) throw new Error(breach);
    for (const { extensions } of errors ?? []) keepAside(extensions, 'problems');
    return { status: response.status, data, errors };
  };
}

/** There to be read, and no part of what is compared: it says by rules what `fields` says in words, as a test of its own holds. */
function keepAside(extensions: object, name: string): void {
  if (name in extensions) Object.defineProperty(extensions, name, { enumerable: false });
}

export function jsonHeaders(options?: AskOptions): Record<string, string> {
  return { 'content-type': 'application/json', ...bearer(options?.token), ...options?.headers };
}

export function bearer(token: string | undefined): Record<string, string> {
  return token ? { authorization: `Bearer ${token}` } : {};
}
