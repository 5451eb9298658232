import { mapOperations, type JsonSchema } from './schema-object.js';

type Schemas = Readonly<Record<string, JsonSchema>>;
type Content = Record<string, { schema: JsonSchema; example?: unknown }>;
export type AlsoSent = Readonly<Record<string, readonly string[]>>;

/**
 * Adds an example to each body and to each parameter that must be sent, made from their schemas. Documentation pages send what they find
 * there: an example of a cursor, a key or a filter would be refused, or find nothing.
 */
export function withExamples(paths: Schemas, allComponents: Schemas, alsoSent: AlsoSent): Schemas {
  const components = { ...allComponents };
  for (const [type, fields] of Object.entries(alsoSent)) {
    const { required = [], ...rest } = components[type] ?? {};
    components[type] = { ...rest, required: [...(required as string[]), ...fields] };
  }
  const shown = (schema: JsonSchema, of: 'REQUEST' | 'ANSWER', name?: string) => {
    const example = exampleOf(schema, components, of, name);
    return example === undefined ? {} : { example };
  };
  const inJson = (content: Content, of: 'REQUEST' | 'ANSWER'): Content => {
    const json = content['application/json'];
    return json && json.example === undefined
      ? { ...content, 'application/json': { ...json, ...shown(json.schema, of) } }
      : content;
  };
  const ofOperation = (operation: JsonSchema): JsonSchema => {
    const parameters = (operation.parameters ?? []) as {
      name: string;
      description?: string;
      required: boolean;
      schema: JsonSchema;
    }[];
    const body = operation.requestBody as { content: Content } | undefined;
    const answers = Object.entries(operation.responses as Record<string, { content?: Content }>).map(([status, response]) => {
      // An answer that is a record has its examples at the record's fields.
      const isShown = response.content && !JSON.stringify(response.content).includes('"$ref"');
      return [status, isShown ? { ...response, content: inJson(response.content!, 'ANSWER') } : response];
    });
    return {
      ...operation,
      parameters: parameters.map(({ name, description, schema, required, ...rest }) => {
        const example = required ? shown({ description, ...schema }, 'REQUEST', name) : {};
        return { ...example, name, description, schema, required, ...rest };
      }),
      ...(body && { requestBody: { ...body, content: inJson(body.content, 'REQUEST') } }),
      responses: Object.fromEntries(answers),
    };
  };
  return mapOperations(paths, ofOperation);
}

/** Adds an example to each text of a record that its format does not tell. */
export function withFieldExamples(components: Schemas): Schemas {
  const ofField = ([name, schema]: [string, JsonSchema]): [string, JsonSchema] => {
    const isText = [schema.type].flat().includes('string') && !('enum' in schema) && !('const' in schema);
    const isToldByFormat = typeof schema.format === 'string' && schema.format in BY_FORMAT;
    const example = isText && !isToldByFormat ? exampleOfText(schema, name) : undefined;
    return [name, example === undefined ? schema : { ...schema, examples: [example] }];
  };
  const ofRecord = ([name, record]: [string, JsonSchema]): [string, JsonSchema] => [
    name,
    record.properties
      ? { ...record, properties: Object.fromEntries(Object.entries(record.properties as Schemas).map(ofField)) }
      : record,
  ];
  return Object.fromEntries(Object.entries(components).map(ofRecord));
}

const NO_UUID = '00000000-0000-0000-0000-000000000000';

const BY_NAME: Readonly<Record<string, string>> = {
  name: 'Ana Lima',
  title: 'Moto zero km',
  phone: '+5511987654321',
  cpf: '52998224725',
  password: 'uma-senha-boa',
  currentPassword: 'uma-senha-boa',
  newPassword: 'trator-nuvem-azulejo-manga',
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
  returnId: 'D1234567820261124120012345678901',
  url: 'https://example.com/callbacks',
  googleAnalyticsId: 'G-ABC1234567',
  googleTagManagerId: 'GTM-ABC1234',
  googleAdsId: 'AW-123456789',
  tiktokPixelId: 'C4A1B2C3D4E5F6G7H8I9',
};
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

/** All fields of an answer, the required fields of a request or else its first. Undefined where no known value fits. */
function exampleOf(schema: JsonSchema, components: Schemas, of: 'REQUEST' | 'ANSWER', name = ''): unknown {
  const again = (part: JsonSchema, partName = name) => exampleOf(part, components, of, partName);
  if (typeof schema.$ref === 'string') return again(components[schema.$ref.split('/').at(-1) ?? ''] ?? {});
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
  const examples = few.map(([name, part]) => [name, example(part, name)]);
  if (examples.length === 0 && typeof additionalProperties === 'object')
    return { field: example(additionalProperties as JsonSchema, 'field') };
  return Object.fromEntries(examples);
}

function exampleOfText(schema: JsonSchema, name: string): string | undefined {
  const { pattern, format, description, allOf = [], minLength = 0, maxLength = Infinity } = schema;
  const byFormat = typeof format === 'string' ? BY_FORMAT[format] : undefined;
  if (byFormat !== undefined) return byFormat;
  const patterns = [pattern, ...(allOf as JsonSchema[]).map((one) => one.pattern)].filter((one) => typeof one === 'string');
  const fits = (text: string | undefined): text is string =>
    text !== undefined
    && text.length >= Number(minLength)
    && text.length <= Number(maxLength)
    && patterns.every((one) => new RegExp(one, 'u').test(text));
  // As `graphql/id.ts` describes an id.
  const isNumber = /id\b.*, a whole number/i.test(String(description));
  const byId = isNumber ? '1' : /^id$|Id$|hash$/.test(name) ? NO_UUID : undefined;
  return [BY_NAME[name], byId, ...(patterns.length > 0 ? [] : ['exemplo']), ...CANDIDATES].find(fits);
}
