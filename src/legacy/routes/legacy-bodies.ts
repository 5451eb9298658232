import { MAX_CENTAVOS } from '../../platform/money.js';
import { textOf } from '../../platform/domain-error.js';
import type { KeyedText } from '../../platform/texts.js';
import { DEFAULT_PAGE_SIZE, type Page, type PageRequest } from '../../platform/page.js';

export const PATTERN_PROBLEMS: Record<string, KeyedText> = {
  '\\S': textOf('platform.notBlank'),
  '^[^\\0\\p{Cs}]*$': textOf('legacy.unusableCharacter'),
  '^([1-9]\\d?|100)$': textOf('legacy.pageSize', { max: 100 }),
};
const [NOT_BLANK, STORABLE, PAGE_SIZE] = Object.keys(PATTERN_PROBLEMS);

const text = (maxLength: number) => ({ type: 'string', maxLength, allOf: [{ pattern: NOT_BLANK }, { pattern: STORABLE }] });
const optionalText = (maxLength: number) => ({ type: ['string', 'null'], maxLength, pattern: STORABLE });
const exactly = (required: string[], properties: Record<string, object>) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

export interface TokenBody {
  client_key: string;
  client_secret: string;
}
export const tokenBody = exactly(['client_key', 'client_secret'], { client_key: text(255), client_secret: text(255) });

/** `amount` is whole centavos. */
export interface BillingOrderBody {
  payer_name: string;
  amount: number;
  external_id: string;
  description: string;
  meta?: { extra_data?: string | null; webhook_url?: string | null } | null;
}
export const billingOrderBody = exactly(['payer_name', 'amount', 'external_id', 'description'], {
  payer_name: text(255),
  amount: { type: 'integer', minimum: 1, maximum: Number(MAX_CENTAVOS) },
  external_id: text(255),
  description: text(255),
  meta: {
    type: ['object', 'null'],
    properties: { extra_data: optionalText(10_000), webhook_url: optionalText(2_000) },
    additionalProperties: false,
  },
});

/** `type`: 0 is cash-in, which billing orders are, 1 cash-out, which nothing is yet. */
export interface WebhookBody {
  type: 0 | 1;
  url: string;
}
const webhookFields = { type: { enum: [0, 1] }, url: text(2_000) };
export const webhookBody = exactly(['type', 'url'], webhookFields);

export const webhookChangeBody = exactly([], webhookFields);

export const noBody = exactly([], {});

export interface PageQuery {
  first?: string;
  after?: string;
  total?: 'true' | 'false';
}
export const pageQuery = exactly([], {
  first: { type: 'string', pattern: PAGE_SIZE },
  after: { type: 'string' },
  total: { enum: ['true', 'false'] },
});

export async function legacyPage<Node, Item>(
  { first, after, total }: PageQuery,
  list: (page: PageRequest) => Promise<Page<Node>>,
  shape: (node: Node) => Item,
) {
  const found = await list({ first: first === undefined ? DEFAULT_PAGE_SIZE : Number(first), after });
  const { hasNextPage, endCursor } = found.pageInfo;
  return {
    data: found.nodes.map(shape),
    pageInfo: { hasNextPage, endCursor },
    ...(total === 'true' && { totalCount: await found.count() }),
  };
}
