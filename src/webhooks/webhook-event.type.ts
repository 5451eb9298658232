import { registerEnumType } from 'type-graphql';

/**
 * The kinds of events, by the `type` in their bodies. A feature adds its own by declaration merging and declares them in its feature.ts.
 * The set is closed for receivers: they may switch over it.
 */
export interface WebhookEvents {}

export type WebhookEventType = keyof WebhookEvents;

/** The kinds by their names in the schema: `ORDER_PAID` is `order.paid`. `declareEvents` fills it. */
export const WebhookEventType: Record<string, WebhookEventType> = {};

/** What the schema says of each. */
const EVENT_VALUES: Record<string, { description: string }> = {};

registerEnumType(WebhookEventType, {
  name: 'WebhookEventType',
  description:
    'The kinds of events. The `type` in the body is the lower-case text that each value names. `data` is the record '
    + 'concerned, with amounts as decimal text in reais; legacy clients receive the billing order itself as the body, '
    + 'with amounts in centavos. The schema and an example of every body are the `webhooks` of `/openapi.json`.',
  valuesConfig: EVENT_VALUES,
});

/** Makes the given events the values of the enum, before a schema is built. */
export function declareEvents(events: Record<string, { description: string }>): void {
  for (const name of Object.keys(WebhookEventType)) {
    delete WebhookEventType[name];
    delete EVENT_VALUES[name];
  }
  for (const [type, { description }] of Object.entries(events)) {
    const name = type.replace('.', '_').toUpperCase();
    WebhookEventType[name] = type as WebhookEventType;
    EVENT_VALUES[name] = { description: `\`${type}\`: ${description}` };
  }
}
