import type { Feature } from '../feature.js';
import type { JsonSchema } from '../rest/schema-object.js';

declare module '../feature.js' {
  interface FeatureDeclaration {
    events?: Record<string, EventDeclaration>;
  }
}

/** The ids in `sample` exist nowhere (see NOWHERE). */
export interface EventDeclaration {
  description: string;
  data: JsonSchema;
  sample: Record<string, unknown>;
}

/** No order has it: orders begin at 1, and no UUID is all zeros. */
export const NOWHERE = '00000000-0000-0000-0000-000000000000';
export const NO_HASH = '0'.repeat(64);
export const A_TIME = '2027-01-31T15:04:05.000Z';

export const text: JsonSchema = { type: 'string' };
export const uuid: JsonSchema = { type: 'string', format: 'uuid' };
export const time: JsonSchema = { type: 'string', format: 'date-time' };
export const hash: JsonSchema = { type: 'string', pattern: '^[0-9a-f]{64}$' };
export const orderId: JsonSchema = { type: 'string', pattern: '^\\d+$' };
export const money: JsonSchema = { type: 'string', pattern: '^\\d+\\.\\d{2}$' };
export const language: JsonSchema = { type: 'string', enum: ['pt-BR', 'en'] };
export const whole: JsonSchema = { type: 'integer', minimum: 0 };
export const described = (schema: JsonSchema, description: string): JsonSchema => ({ ...schema, description });
export const orNull = (schema: JsonSchema): JsonSchema => ({ ...schema, type: [schema.type, 'null'] });
export const record = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
  additionalProperties: false,
});

export function eventsOf(features: readonly Feature[]): Record<string, EventDeclaration> {
  return Object.assign({}, ...features.map(({ events }) => events)) as Record<string, EventDeclaration>;
}
