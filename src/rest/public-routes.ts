import type { GraphQLSchema } from 'graphql';
import type { OperationRole } from '../graphql/roles.js';
import { selectedFields } from './json-schema.js';
import { needsToken, type Route } from './route.js';

const PREFIX = '/public';

/**
 * The routes of `/v1` whose operations are for anyone, once more under `/public/v1`, where no token is asked for: what GraphQL
 * gives to anyone REST gives too. A token that comes along is ignored, so that the answers are the same for everybody.
 */
export function publicRoutes(schema: GraphQLSchema, routes: readonly Route[]): Route[] {
  return routes
    .filter((route) => needsToken(route.path) && isForAnyone(schema, route))
    .map((route) => ({ ...route, path: publicPath(route.path) }));
}

/** Where a path of `/v1` is without a token, if its operation is for anyone. */
export function publicPath(path: string): string {
  return `${PREFIX}${path}`;
}

/** Whether a path is one of `publicRoutes`. */
export function isPublicPath(path: string): boolean {
  return path.startsWith(`${PREFIX}/`);
}

/** Whether the roles of a route's operation have PUBLIC among them. */
export function isForAnyone(schema: GraphQLSchema, { operation, fragments }: Route): boolean {
  const fields = schema.getRootType(operation.operation)?.getFields();
  const asked = selectedFields(operation.selectionSet, fragments);
  return asked.every(
    ({ name }) => (fields?.[name]?.extensions.roles as OperationRole[] | undefined)?.includes('PUBLIC') ?? false,
  );
}
