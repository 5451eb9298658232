import type { GraphQLSchema } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import type { Feature } from './feature.js';
import { features } from './features.js';
import { resolvePageDirectly } from './graphql/resolve-page-directly.js';
import { authorizeSchema } from './graphql/authorize-schema.js';
import { keepEnumValues } from './graphql/enum-values.js';
import { specifyScalars } from './graphql/specified-scalars.js';
import { readPropertiesDirectly } from './graphql/type-metadata.js';
import { validateArgument } from './graphql/validate-argument.js';
import { listNumbersOfOrder } from './lucky-numbers/lucky-number.service.js';
import type { ReadOrder } from './orders/order-page.js';
import { eventsOf } from './webhooks/event-shapes.js';
import { declareEvents } from './webhooks/webhook-event.type.js';

export function createSchema(of: readonly Feature[]): GraphQLSchema {
  declareEvents(eventsOf(of));
  readPropertiesDirectly();
  const schema = authorizeSchema(
    buildSchemaSync({
      resolvers: of.flatMap(({ resolvers = [] }) => resolvers) as unknown as NonEmptyArray<Function>,
      scalarsMap: [{ type: Date, scalar: GraphQLDateTime }],
      validateFn: validateArgument,
      // It introspects the schema at every start. A test does.
      skipCheck: true,
      // type-graphql demands it, but every subscription brings its own stream.
      pubSub: {
        publish: () => undefined,
        subscribe: (topic) => {
          throw new Error(`no stream for ${topic}`);
        },
      },
    }),
  );
  keepEnumValues(schema);
  specifyScalars(schema);
  resolvePageDirectly(schema, 'Order', 'luckyNumbers', (order: ReadOrder, page, ctx) => listNumbersOfOrder(ctx, order, page));
  return schema;
}

export const schema: GraphQLSchema = createSchema(features);
