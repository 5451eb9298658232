import { registerEnumType } from 'type-graphql';

/** By the `type` in their bodies; a feature adds its own by declaration merging. */
export interface WebhookEvents {}

export type WebhookEventType = keyof WebhookEvents;

/** By their names in the schema: `ORDER_PAID` is `order.paid`. */
export const WebhookEventType: Record<string, WebhookEventType> = {};

const EVENT_VALUES: Record<string, { description: string }> = {};

registerEnumType(WebhookEventType, {
  name: 'WebhookEventType',
  description:
    'The kinds of events. The `type` in the body is the lower-case text that each value names. `data` is the record '
    + 'concerned, with amounts as decimal text in reais; legacy clients receive the billing order itself as the body, '
    + 'with amounts in centavos. The schema and an example of every body are the `webhooks` of `/openapi.json`.',
  valuesConfig: EVENT_VALUES,
});

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
