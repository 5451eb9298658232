import type { GraphQLSchema } from 'graphql';
import type { Feature } from './feature.js';
import { openApiDocument, type Publisher } from './rest/openapi.js';
import type { JsonSchema } from './rest/schema-object.js';
import { routesOf } from './routes.js';

/** OpenAPI of REST, of the deprecated paths and of webhooks, as the features have them. */
export function openApiOf(features: readonly Feature[], schema: GraphQLSchema, publisher: Publisher): JsonSchema {
  return openApiDocument({
    ...publisher,
    schema,
    routes: routesOf(features, schema),
    tags: Object.assign({}, ...features.map(({ openapi }) => openapi?.tags)),
    otherPaths: Object.assign({}, ...features.map(({ openapi }) => openapi?.paths)),
    webhooks: Object.assign({}, ...features.map(({ openapi }) => openapi?.webhooks?.(features))),
    alsoSent: Object.assign({}, ...features.map(({ openapi }) => openapi?.alsoSent)),
  });
}
