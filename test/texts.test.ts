import { getNamedType, isEnumType, isInputObjectType, isListType, isNonNullType, type GraphQLInputType } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../src/schema.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { fingerprintOf } from './support/database-fingerprint.js';
import { forTests, startTestServer } from './support/start.js';
import { documentOf, rootFieldsOf, type RootField } from './support/whole-call.js';

type Values = Record<string, unknown>;

/** A text of an input: its type and name, where it stands, and the operation by which it is sent. */
interface Text {
  name: string;
  root: RootField;
  /** The name of the field that a refusal tells. */
  field: string;
  /** Arguments with this text in its place. */
  values(text: string): Values;
}

/** Texts of several lines: a line break is none of their problems, nor what nobody sees by itself. */
const SEVERAL_LINES = [
  'RaffleInput.description',
  'RaffleInput.regulationText',
  'RafflePrizeInput.description',
  'GenerateBillingQrCodeInput.description',
  'FaqInput.answer',
  'NotificationInput.body',
  'MessageTextInput.body',
  'SettingsInput.aboutText',
  'SettingsInput.notes',
  'SettingsInput.privacyText',
  'SettingsInput.termsText',
  'PayOutCommissionInput.note',
  'RefundOrderInput.reason',
  'RefundOrdersInput.reason',
  'CancelOrdersInput.reason',
  'BlockUsersInput.reason',
  'RecordBankReturnInput.note',
  'DrawInput.note',
  'DeliverPrizeInput.note',
];
/** Where a blank one says nothing. */
const MAY_BE_BLANK = /\bOrderTrackingInput\.\w+/;
/** Texts that are never shown, and compared or passed on as they are. */
const VERBATIM = /(?:password|secret|pem)$/i;

const OURS = /no text may have|nobody sees|accents on one letter|must not be blank/;
const NO_TEXT_MAY_HAVE = { 'a control character': 'a\u0007b', 'a turned direction': 'a\u202eb', 'half a pair': 'a\ud83d' };
const WRONG_IN_A_LINE = {
  'a line break': 'a\nb',
  'a space of no width': 'a\u200bb',
  'a mark of direction': 'a\u200fb',
  'a joiner between letters': 'a\u200db',
  'a filler that shows nothing': 'a\u3164b',
};
const WRONG_IN_ANY = { 'only spaces': '\u00a0 \t', 'a pile of accents': 'a\u0301\u0302\u0303\u0304\u0305' };
const WELL = 'Moto 👨‍👩‍👧 ❤️ 👍🏽 🏴󠁧󠁢󠁥󠁮󠁧󠁿 1️⃣ de a\u0303o';

const textsOf = (): Text[] =>
  rootFieldsOf(schema).flatMap((root) =>
    root.field.args.flatMap(({ name, type }) =>
      within(
        root,
        type,
        getNamedType(type).name,
        isInputObjectType(isNonNullType(type) ? type.ofType : type) ? '' : name,
        (value) => ({
          ...required(root),
          [name]: value,
        }),
      ),
    ),
  );

function within(
  root: RootField,
  type: GraphQLInputType,
  name: string,
  field: string,
  values: (value: unknown) => Values,
): Text[] {
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (isListType(nullable)) return within(root, nullable.ofType, name, `${field}.0`, (value) => values([value]));
  if (isInputObjectType(nullable))
    return Object.values(nullable.getFields()).flatMap((inner) => {
      const others = sample(nullable) as Values;
      const at = field ? `${field}.${inner.name}` : inner.name;
      return within(root, inner.type, `${nullable.name}.${inner.name}`, at, (value) =>
        values({ ...others, [inner.name]: value }),
      );
    });
  return nullable.name === 'String' ? [{ name, root, field, values }] : [];
}

const required = ({ field }: RootField): Values =>
  Object.fromEntries(field.args.filter(({ type }) => isNonNullType(type)).map(({ name, type }) => [name, sample(type)]));

/** Something of a type; that it is wrong otherwise is said beside what is wrong with a text. */
function sample(type: GraphQLInputType): unknown {
  const nullable = isNonNullType(type) ? type.ofType : type;
  if (isListType(nullable)) return [sample(nullable.ofType)];
  if (isEnumType(nullable)) return nullable.getValues()[0]?.name;
  if (!isInputObjectType(nullable))
    return (
      { Int: 1, Float: 1, Boolean: false, Money: '1.00', Date: '2000-01-01', DateTime: '2000-01-01T00:00:00Z' }[nullable.name]
      ?? 'x'
    );
  const fields = Object.values(nullable.getFields()).filter((field) => isNonNullType(field.type));
  return Object.fromEntries(fields.map((field) => [field.name, sample(field.type)]));
}

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));
const customer = forTests(() => aCustomer(server));

async function saidOf({ root, field, values }: Text, text: string): Promise<string[]> {
  const roles = root.field.extensions.roles as string[];
  const token = roles.includes('ADMIN') ? admin.token : roles.includes('USER') ? customer.token : undefined;
  const passed = values(text);
  const { errors } = await server.graphql(documentOf(root, passed), passed, { token });
  const fields: Record<string, string[]> = errors?.[0]?.extensions.fields ?? {};
  // Where arguments are a class of their own its input's name stands before.
  const said = Object.entries(fields).flatMap(([name, problems]) =>
    name === field || name.endsWith(`.${field}`) ? problems : [],
  );
  return said.filter((problem) => OURS.test(problem));
}

const overHttp = textsOf().filter(({ root }) => root.kind !== 'subscription');
const ofInputs = overHttp.filter(({ name }) => name.includes('.'));
const isOf = (rows: readonly string[], { name }: Text): boolean =>
  rows.some((row) => row === name || row === name.replace(/^(?:Create|Update)/, ''));

async function letThrough(texts: readonly Text[], wrong: Record<string, string>): Promise<string[]> {
  const through: string[] = [];
  for (const text of texts)
    for (const [what, sent] of Object.entries(wrong)) {
      if ((await saidOf(text, sent)).length === 0) through.push(`${text.root.field.name} ${text.name}: ${what}`);
    }
  return through;
}

describe('a text that somebody sends', () => {
  it('is refused by its field for a character that none may have, whatever it is the text of', { timeout: 60_000 }, async () => {
    expect(overHttp.length).toBeGreaterThan(100);
    const before = await fingerprintOf(server);
    expect(await letThrough(overHttp, NO_TEXT_MAY_HAVE)).toEqual([]);
    expect(await fingerprintOf(server)).toEqual(before);
  });

  it(
    'is refused for what nobody sees where it has one line: enter a longer one in SEVERAL_LINES',
    { timeout: 60_000 },
    async () => {
      const before = await fingerprintOf(server);
      const lines = ofInputs.filter((text) => !isOf(SEVERAL_LINES, text) && !VERBATIM.test(text.name));
      const passed = await letThrough(lines, { ...WRONG_IN_A_LINE, ...WRONG_IN_ANY });
      const { length } = lines.filter(({ name }) => MAY_BE_BLANK.test(name));
      expect(passed.filter((line) => !(MAY_BE_BLANK.test(line) && line.endsWith(': only spaces')))).toEqual([]);
      expect(passed).toHaveLength(length);
      expect(
        await letThrough(
          ofInputs.filter((text) => isOf(SEVERAL_LINES, text)),
          WRONG_IN_ANY,
        ),
      ).toEqual([]);
      expect(await fingerprintOf(server)).toEqual(before);
    },
  );

  it('may have emoji of several parts, letters with accents, and more lines where it is a longer one', async () => {
    const refused: string[] = [];
    for (const text of ofInputs) {
      const isLong = isOf(SEVERAL_LINES, text);
      const said = [...(await saidOf(text, WELL)), ...(isLong ? await saidOf(text, `${WELL}\r\n\n\tfim\u200d`) : [])];
      if (said.length > 0) refused.push(`${text.name}: ${said.join()}`);
    }
    expect(refused).toEqual([]);
  });

  it('that is a password is taken as it is', async () => {
    const verbatim = ofInputs.filter((text) => VERBATIM.test(text.name));
    expect(verbatim.length).toBeGreaterThan(10);
    for (const text of verbatim) expect([text.name, await saidOf(text, 'a\u200bb\n ')]).toEqual([text.name, []]);
  });
});

it('one name is one name, however its accents are written', async () => {
  const create = 'mutation ($name: String!) { createRaffleCategory(input: { name: $name }) { name } }';
  const made = await server.graphql(create, { name: 'Ac\u0327a\u0303o' }, { token: admin.token });
  expect(made.data?.createRaffleCategory).toEqual({ name: 'Ação' });
  const again = await server.graphql(create, { name: 'Ação' }, { token: admin.token });
  expect(again.errors).toMatchObject([{ extensions: { fields: { name: ['is taken by another category'] } } }]);
  expect(await server.app.db.prisma.raffleCategory.count({ where: { name: 'Ação' } })).toBe(1);
});
