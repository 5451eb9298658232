import type { JsonSchema } from './schema-object.js';

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Ids of nothing, so that nobody takes them for their own; orders and endpoints are counted. */
const NO_UUID = '00000000-0000-0000-0000-000000000000';
const COUNTED_IDS = new Set(['orderId', 'endpointId', 'webhook_id']);

/** What a text, by the name of its field, would say; only where its rules allow it. */
const BY_NAME: Readonly<Record<string, string>> = {
  name: 'Ana Lima',
  title: 'Moto zero km',
  phone: '+5511987654321',
  cpf: '52998224725',
  password: 'uma-senha-boa',
  currentPassword: 'uma-senha-boa',
  newPassword: 'outra-senha-boa',
  code: '123456',
  slug: 'moto-zero-km',
  adapter: 'static',
  pixKey: '123e4567-e89b-12d3-a456-426655440000',
  merchantName: 'Rifa Legal',
  merchantCity: 'Recife',
  providerName: 'static',
  question: 'Quando é o sorteio?',
  answer: 'No sábado.',
  note: 'em dinheiro',
  reason: 'desistência',
  prize: 'R$ 50,00',
  amount: '12.50',
  url: 'https://example.com/callbacks',
};
/** What a request says besides what is always required, because one without it would mean nothing. */
const ALSO_SENT: Readonly<Record<string, readonly string[]>> = {
  CreateAwardedBoxInput: ['percentage'],
  CreateUserInput: ['phone', 'cpf'],
  UpsertPaymentProviderInput: ['adapter', 'pixKey', 'merchantName', 'merchantCity'],
  RegisterGatewayWebhookInput: ['url'],
};
/** Tried in this order on a text that has rules and no name that is known. */
const CANDIDATES = [
  '12.50',
  'exemplo',
  '00000',
  '000000',
  '12345678',
  '52998224725',
  '+5511987654321',
  '#0a6b4f',
  '0'.repeat(64),
  'https://example.com/',
  'um exemplo mais longo',
  '2027-01-31T15:04:05.000000Z',
];
const BY_FORMAT: Readonly<Record<string, string>> = {
  uuid: NO_UUID,
  'date-time': '2027-01-31T15:04:05.000Z',
  date: '1990-01-31',
  uri: 'https://example.com/',
  email: 'ana@example.com',
};

/**
 * A value of a schema of `/openapi.json`, the same each time: all fields of an answer; of a request those that are required, or where
 * none is the first. Undefined where nothing that is known fits.
 */
export function exampleOf(schema: JsonSchema, components: Schemas, of: 'REQUEST' | 'ANSWER', name = ''): unknown {
  const again = (part: JsonSchema, partName = name) => exampleOf(part, components, of, partName);
  if (typeof schema.$ref === 'string') {
    const type = schema.$ref.split('/').at(-1) ?? '';
    const { required = [], ...rest } = components[type] ?? {};
    return again({ ...rest, required: [...(required as string[]), ...(ALSO_SENT[type] ?? [])] });
  }
  if ('const' in schema) return schema.const;
  if (schema.default != null) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [type] = [schema.type].flat() as (string | undefined)[];
  const [either] = (schema.anyOf ?? []) as JsonSchema[];
  if (either) return again(either);
  if (type === 'array') return Array.from({ length: Number(schema.minItems ?? 1) || 1 }, () => again(schema.items as JsonSchema));
  if (type === 'object') return exampleOfObject(schema, of, again);
  if (type === 'string') return exampleOfText(schema, name);
  if (type === 'integer' || type === 'number') return Math.max(1, Number(schema.minimum ?? 1));
  return type === 'boolean' ? true : undefined;
}

function exampleOfObject(
  { properties = {}, required = [], additionalProperties }: JsonSchema,
  of: 'REQUEST' | 'ANSWER',
  example: (part: JsonSchema, name: string) => unknown,
): object {
  const fields = Object.entries(properties as Schemas);
  const needed = required as string[];
  const shown = of === 'ANSWER' || needed.length === 0 ? fields : fields.filter(([name]) => needed.includes(name));
  const few = of === 'REQUEST' && needed.length === 0 ? shown.slice(0, 1) : shown;
  const told = few.map(([name, part]) => [name, example(part, name)]);
  if (told.length === 0 && typeof additionalProperties === 'object')
    return { field: example(additionalProperties as JsonSchema, 'field') };
  return Object.fromEntries(told);
}

function exampleOfText(schema: JsonSchema, name: string): string | undefined {
  const { pattern, format, allOf = [], minLength = 0, maxLength = Infinity } = schema;
  const byFormat = typeof format === 'string' ? BY_FORMAT[format] : undefined;
  if (byFormat !== undefined) return byFormat;
  const patterns = [pattern, ...(allOf as JsonSchema[]).map((one) => one.pattern)].filter((one) => typeof one === 'string');
  const fits = (text: string | undefined): text is string =>
    text !== undefined
    && text.length >= Number(minLength)
    && text.length <= Number(maxLength)
    && patterns.every((one) => new RegExp(one, 'u').test(text));
  const byId = COUNTED_IDS.has(name) ? '1' : /^id$|Id$|hash$/.test(name) ? NO_UUID : undefined;
  return [BY_NAME[name], byId, ...(patterns.length > 0 ? [] : ['exemplo']), ...CANDIDATES].find(fits);
}
