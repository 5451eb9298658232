import addFormats from 'ajv-formats';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { features } from '../../src/features.js';
import { legacyWebhooks } from '../../src/legacy/routes/legacy-openapi.js';
import { operatorWebhooks } from '../../src/webhooks/webhooks-openapi.js';
import { WebhookEventType } from '../../src/webhooks/webhook-event.type.js';
import { features as testsOfFeatures, type FeatureTests } from '../features.js';
import type { TestServer } from './start.js';

/** The kinds of events that a test causes and checks. Together the tests cause every kind that is offered. */
export const writtenBy = (test: keyof NonNullable<FeatureTests['events']>): WebhookEventType[] =>
  testsOfFeatures.flatMap(({ events }) => events?.[test] ?? []);

/** The event bodies in the outbox fit what `/openapi.json` says of their kinds, and of each of `kinds` there is one. */
export async function expectEventsAsDescribed(
  { app }: Pick<TestServer, 'app'>,
  kinds: readonly WebhookEventType[],
): Promise<void> {
  const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
  addFormats.default(ajv);
  const bodyOf = (webhook: any) => webhook.post.requestBody.content['application/json'].schema as object;
  const validators = new Map(
    Object.entries(operatorWebhooks(features)).map(([type, webhook]) => [type, ajv.compile(bodyOf(webhook))]),
  );
  const ofClient = ajv.compile(bodyOf(legacyWebhooks.billing_order));
  const events = await app.db.prisma.webhookEvent.findMany({ where: { body: { not: '' } } });
  const wrong = events.flatMap(({ type, body: text }) => {
    const body = JSON.parse(text);
    const validate = 'data' in body ? validators.get(type) : ofClient;
    return validate?.(body) ? [] : [{ type, body, errors: validate?.errors }];
  });
  expect(wrong).toEqual([]);
  const written = new Set(events.map(({ type }) => type));
  expect(kinds.filter((kind) => !written.has(kind))).toEqual([]);
}
