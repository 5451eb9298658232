import { Kind, type ValueNode } from 'graphql';
import { routes } from '../../src/routes.js';
import type { ServedRoute } from '../../src/rest/served-route.js';
import type { MatrixStage } from './matrix-stage.js';
import { bearer, type GraphqlAnswer } from './graphql-client.js';
import type { RestAnswer } from './start.js';
import { everyFieldOf } from './every-field.js';
import { connect } from './subscribe.js';
import { documentOf, type RootField } from './whole-call.js';

type Values = Record<string, unknown>;
type Token = string | undefined;

/** What an operation answered: what it told, or the code and the message of why not. */
export interface Answered {
  told: any;
  code: string | undefined;
  message: string | undefined;
}

export async function ask({ server }: MatrixStage, root: RootField, values: Values, token: Token): Promise<Answered> {
  const selection = root.kind === 'query' ? everyFieldOf(root.field.type) : undefined;
  const passed = root.field.args.some(({ name }) => name === 'first') ? { first: 2, ...values } : values;
  const { data, errors } = await server.graphql<Values | null>(documentOf(root, passed, selection), passed, { token });
  return { told: data?.[root.field.name], code: errors?.[0]?.extensions.code, message: errors?.[0]?.message };
}

const CLOSED: Record<number, string> = { 4403: 'UNAUTHENTICATED' };

/** Opens a stream over a WebSocket, and answers the first that it tells, or why it does not. */
export async function watch({ server }: MatrixStage, root: RootField, values: Values, token: Token): Promise<Answered> {
  const connection = connect(server, token ? { authorization: `Bearer ${token}` } : undefined);
  try {
    const stream = connection.subscribe<Values>(documentOf(root, values), values);
    const ended = await Promise.race([
      stream.next().then(() => undefined),
      stream.ended,
      connection.closed.then(({ code, reason }) => [{ message: reason, extensions: { code: CLOSED[code] ?? String(code) } }]),
    ]);
    const [answer] = stream.answers;
    const [error] = answer?.errors ?? (ended as GraphqlAnswer<unknown>['errors']) ?? [];
    return { told: answer?.data?.[root.field.name], code: error?.extensions.code, message: error?.message };
  } finally {
    await connection.close();
  }
}

/** The route at an address of `/openapi.json`, if it runs a document. */
export function routeAt(address: string): ServedRoute | undefined {
  return routes.find(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}` === address);
}

/** Calls a route with what its document's field would be called with. */
export async function askRoute(
  { server }: MatrixStage,
  address: string,
  values: Values,
  token: Token,
): Promise<Pick<RestAnswer, 'status' | 'body'>> {
  const route = routeAt(address);
  const variables = route ? variablesOf(route, values) : values;
  const [method = '', path = ''] = address.split(' ');
  const { input, ...others } = Object.fromEntries(Object.entries(variables).filter(([name]) => !path.includes(`{${name}}`)));
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(variables[name])));
  const isRead = method === 'GET' || method === 'DELETE';
  if (path.endsWith('.csv'))
    return { status: (await fetch(server.url + filled, { headers: bearer(token) })).status, body: undefined };
  const query = new URLSearchParams(others as Record<string, string>).toString();
  const body = input ?? (Object.keys(others).length > 0 ? others : undefined);
  return server.rest(method, isRead && query ? `${filled}?${query}` : filled, isRead ? { token } : { token, body });
}

/** The variables of a route's document by which its field gets these arguments. */
function variablesOf({ document }: ServedRoute, values: Values): Values {
  const [selected] = document().operation.selectionSet.selections;
  if (selected?.kind !== Kind.FIELD) return {};
  const variables: Values = {};
  const take = (node: ValueNode, value: unknown): void => {
    if (value === undefined) return;
    if (node.kind === Kind.VARIABLE) variables[node.name.value] = value;
    if (node.kind === Kind.OBJECT) for (const field of node.fields) take(field.value, (value as Values)[field.name.value]);
  };
  for (const { name, value } of selected.arguments ?? []) take(value, values[name.value]);
  return variables;
}

/** The same arguments as buyers send them, who leave out whom it is for. */
export function forOneself(values: Values): Values {
  const own = Object.entries(values).filter(([name]) => name !== 'userId');
  return Object.fromEntries(own.map(([name, value]) => [name, isObject(value) ? forOneself(value) : value]));
}

export function withIdsOfNothing(values: Values, id: string): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (/id$/i.test(name)) return [name, id];
      return [name, isObject(value) ? withIdsOfNothing(value, id) : value];
    }),
  );
}

function isObject(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
