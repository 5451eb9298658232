import { isScalarType, lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { GraphQLDateTime } from 'graphql-scalars';
import { buildSchemaSync, type NonEmptyArray } from 'type-graphql';
import type { Feature } from './feature.js';
import { features } from './features.js';
import { resolvePageDirectly } from './graphql/resolve-page-directly.js';
import { authorizeSchema } from './graphql/authorize-schema.js';
import { keepEnumValues } from './graphql/graphql-js-messages.js';
import { validateArgument } from './graphql/input-rules.js';
import { readPropertiesDirectly } from './graphql/type-metadata.js';
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

/** The `full-date` and the `date-time` of RFC 3339. */
const RFC_3339 = 'https://www.rfc-editor.org/rfc/rfc3339#section-5.6';

/** `@specifiedBy` of the scalars that a standard describes. Money is the service's own. */
function specifyScalars(schema: GraphQLSchema): void {
  for (const name of ['Date', 'DateTime']) {
    const scalar = schema.getType(name);
    if (isScalarType(scalar)) scalar.specifiedByURL = RFC_3339;
  }
}

/** The schema as text, sorted by name, so that a diff of two shows what changed and nothing else. */
export function sdl(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

export const schema: GraphQLSchema = createSchema(features);
