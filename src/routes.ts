import type { GraphQLSchema } from 'graphql';
import type { Feature } from './feature.js';
import { features } from './features.js';
import { serveRoutes, type ServedRoute } from './rest/served-route.js';
import { schema } from './schema.js';

/** Roles, rules, limits and error codes are those of the operation. */
export function routesOf(of: readonly Feature[], inSchema: GraphQLSchema): readonly ServedRoute[] {
  return serveRoutes(
    inSchema,
    of.flatMap(({ rest = [] }) => rest),
  );
}

export const routes: readonly ServedRoute[] = routesOf(features, schema);
