import { readFileSync } from 'node:fs';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { parseBrCode } from '../src/development/bank/br-code-parse.js';
import type { BrCode } from '../src/development/bank/br-code-parse.js';
import { BrCodeError, crc16 } from '../src/payment-providers/br-code/br-code-tlv.js';
import { buildBrCode } from '../src/payment-providers/br-code/br-code.js';
import type { DynamicBrCode, StaticBrCode } from '../src/payment-providers/br-code/br-code.js';
import { foldToAscii } from '../src/platform/fold-to-ascii.js';

/** What the payload says. The service writes no more than a part of it: see `isWritten` and `asWritten`. */
type VectorInput = Omit<StaticBrCode & DynamicBrCode, 'amountCentavos'> & {
  amount?: string;
} & Pick<Partial<BrCode>, 'gui' | 'pointOfInitiation' | 'fss' | 'postalCode' | 'recurrenceUrl'>;
type Vector = {
  id: string;
  kind: 'build' | 'parse' | 'invalid';
  payload: string;
  crc?: string;
  conformsToBacen?: boolean;
  input?: VectorInput;
  expect?: { error?: string; type?: string } & Partial<BrCode>;
};

const { vectors } = JSON.parse(readFileSync(new URL('./fixtures/brcode-vectors.json', import.meta.url), 'utf8')) as {
  vectors: Vector[];
};

function inputOf({ input }: Vector): StaticBrCode & DynamicBrCode {
  const { amount, ...rest } = input!;
  return amount === undefined ? rest : { ...rest, amountCentavos: BigInt(amount.replace('.', '')) };
}

/** Whether the service could write it, up to its point of initiation and the case of its GUI. */
function isWritten({ input, conformsToBacen }: Vector): boolean {
  return conformsToBacen === true && !input?.fss && !input?.postalCode && !input?.recurrenceUrl;
}

/** The payload as the service writes it: without a point of initiation, the GUI in lower case. */
function asWritten({ payload }: Vector): string {
  const body = payload.slice(0, -'6304....'.length).replace(/^00020101021[12]/, '000201');
  return sealed(body.replace('BR.GOV.BCB.PIX', 'br.gov.bcb.pix'));
}

function vectorNamed(id: string): Vector {
  return vectors.find((vector) => vector.id === id)!;
}

function object(id: string, value: string): string {
  return `${id}${String([...value].length).padStart(2, '0')}${value}`;
}

function sealed(body: string): string {
  return `${body}6304${crc16(`${body}6304`)}`;
}

const PIX = object('00', 'br.gov.bcb.pix');
const KEY = object('01', 'fulano@example.com');
const FULL = object('00', 'x'.repeat(95));

/** A conforming static code's objects in order, some of them replaced (or left out, with null) or added. */
function payloadWith(changes: Record<string, string | null> = {}): string {
  const values: Record<string, string | null> = {
    '00': '01',
    '26': PIX + KEY,
    '52': '0000',
    '53': '986',
    '58': 'BR',
    '59': 'Fulano de Tal',
    '60': 'BRASILIA',
    '62': '0503***',
    ...changes,
  };
  const ids = Object.keys(values).sort();
  return sealed(ids.map((id) => (values[id] == null ? '' : object(id, values[id]))).join(''));
}

function refusal(run: () => unknown): BrCodeError {
  try {
    run();
  } catch (error) {
    if (error instanceof BrCodeError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const minimal: StaticBrCode = { key: 'fulano@example.com', merchantName: 'Fulano de Tal', merchantCity: 'Brasília' };
const dynamic: DynamicBrCode = { url: 'pix.example.com/qr/v2/1234', merchantName: 'Fulano de Tal', merchantCity: 'Brasília' };

describe('the published vectors', () => {
  const build = vectors.filter(({ kind }) => kind === 'build');

  it('are there, of every kind', () => {
    expect(new Set(vectors.map(({ kind }) => kind))).toEqual(new Set(['build', 'parse', 'invalid']));
    expect(vectors.length).toBeGreaterThanOrEqual(20);
  });

  it.each(build.filter((vector) => isWritten(vector) && asWritten(vector) === vector.payload))(
    '$id is built byte for byte',
    (vector) => {
      expect(buildBrCode(inputOf(vector))).toBe(vector.payload);
    },
  );

  it.each(build.filter((vector) => isWritten(vector) && asWritten(vector) !== vector.payload))(
    '$id is built but for its point of initiation and the case of its GUI',
    (vector) => {
      expect(buildBrCode(inputOf(vector))).toBe(asWritten(vector));
    },
  );

  it.each(build)('$id reads back as what it was built from', (vector) => {
    const { amount, txid, ...input } = vector.input!;
    expect(parseBrCode(vector.payload)).toMatchObject({ ...input, ...(amount && { amount }), ...(txid && { txid }) });
    expect(parseBrCode(vector.payload).deviations.length === 0).toBe(vector.conformsToBacen);
  });

  it('a txid on a dynamic code is refused, and read as what it is', () => {
    const vector = vectorNamed('stark-dynamic-txid');
    expect(refusal(() => buildBrCode(inputOf(vector))).field).toBe('txid');
    expect(parseBrCode(vector.payload).deviations).toEqual(['the txid of a code without a key is not ***']);
  });

  it.each(vectors.filter(({ kind }) => kind === 'parse'))('$id is read', ({ payload, expect: expected }) => {
    const { type: _inWords, ...fields } = expected!;
    expect(parseBrCode(payload)).toMatchObject(fields);
  });

  it('tells a charge with a due date by its location', () => {
    expect(vectorNamed('stone-dynamic-due-date').expect?.type).toMatch(/^dynamic with due date/);
    expect(parseBrCode(vectorNamed('stone-dynamic-due-date').payload).type).toBe('dynamic-due-date');
  });

  it.each([
    ['piggly-readme', 'payload has no ID and length at character 132'],
    ['invalid-name-26', 'merchantName (59) is longer than 25 characters'],
    ['invalid-url-with-protocol', 'url (25) carries a scheme'],
    ['invalid-fss-with-url', 'fss (26-03) stands next to a location (26-25)'],
  ])('%s is refused, saying why', (id, message) => {
    expect(refusal(() => parseBrCode(vectorNamed(id).payload)).message).toBe(message);
  });

  it('has no invalid code that the refusals above leave out', () => {
    expect(vectors.filter(({ kind }) => kind === 'invalid')).toHaveLength(4);
  });

  it('folds and cuts what the sources typed', () => {
    const stark = vectorNamed('stark-static-truncate');
    const raw = {
      merchantName: 'Arya Stark with a very long name',
      merchantCity: 'Pindamonhangaba do Norte do Sul de Winterfell',
    };
    expect(buildBrCode({ ...inputOf(stark), ...raw })).toBe(stark.payload);
    const inter = vectorNamed('inter-static-desc');
    expect(buildBrCode({ ...inputOf(inter), description: 'Solicitação de pagamento' })).toBe(asWritten(inter));
  });
});

describe('crc16', () => {
  it('gives the check value of CRC-16/CCITT-FALSE, and keeps leading zeros', () => {
    expect(crc16('123456789')).toBe('29B1');
    expect(crc16('')).toBe('FFFF');
    expect(vectors.some(({ crc }) => crc?.startsWith('0'))).toBe(true);
  });
});

describe('buildBrCode', () => {
  it('folds accents, quotes and runs of spaces before it cuts, and leaves no space at the cut', () => {
    const code = parseBrCode(
      buildBrCode({
        ...minimal,
        merchantName: '  Associação  D’Ávila\u00a0São João & Cia',
        merchantCity: 'São  José do Rio Preto',
      }),
    );
    expect(code.merchantName).toBe("Associacao D'Avila Sao Jo");
    expect(code.merchantCity).toBe('Sao Jose do Rio');
    expect(parseBrCode(buildBrCode({ ...minimal, merchantCity: 'Conceição Mato Dentro' })).merchantCity).toBe('Conceicao Mato');
    expect(parseBrCode(buildBrCode({ ...minimal, merchantName: 'Rifa 🎉 da Søren' })).merchantName).toBe('Rifa da Soren');
  });

  it.each([
    ['123.456.789-09', '12345678909'],
    ['11.222.333/0001-81', '11222333000181'],
    ['(11) 98765-4321', '+5511987654321'],
    ['Fulano@Example.com', 'fulano@example.com'],
    ['123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
    ['not-a-dict-key', 'not-a-dict-key'],
  ])('writes the key %s as %s', (key, written) => {
    expect(parseBrCode(buildBrCode({ ...minimal, key })).key).toBe(written);
  });

  it.each([
    [1n, '0.01'],
    [10n, '0.10'],
    [100n, '1.00'],
    [999_999_999_999n, '9999999999.99'],
  ])('writes %s centavos as %s', (amountCentavos, amount) => {
    expect(parseBrCode(buildBrCode({ ...minimal, amountCentavos }))).toMatchObject({ amount, amountCentavos });
  });

  it('cuts the description to the room that the key leaves in template 26', () => {
    const key = '123e4567-e12b-12d1-a456-426655440000';
    const description = 'x'.repeat(90);
    expect(parseBrCode(buildBrCode({ ...minimal, key, description })).description).toBe('x'.repeat(37));
    expect(parseBrCode(buildBrCode({ ...minimal, key: 'a', description })).description).toBe('x'.repeat(72));
    expect(parseBrCode(buildBrCode({ ...minimal, key: 'k'.repeat(77), description })).description).toBe(undefined);
    expect(parseBrCode(buildBrCode({ ...minimal, key: 'k'.repeat(73), description })).description).toBe(undefined);
    expect(parseBrCode(buildBrCode({ ...minimal, key: 'k'.repeat(72), description })).description).toBe('x');
  });

  it.each<[string, Partial<StaticBrCode & DynamicBrCode>]>([
    ['key', { key: 'k'.repeat(78) }],
    ['key', { key: '' }],
    ['key', { key: 'two words' }],
    ['key', { key: 'chavé' }],
    ['key', { key: undefined }],
    ['merchantName', { merchantName: '' }],
    ['merchantName', { merchantName: '日本' }],
    ['merchantName', { merchantName: 'Fulano\nde Tal' }],
    ['merchantCity', { merchantCity: '   ' }],
    ['merchantCity', { merchantCity: 'Bras\u0000lia' }],
    ['description', { description: 'a\tb' }],
    ['amountCentavos', { amountCentavos: 0n }],
    ['amountCentavos', { amountCentavos: -1n }],
    ['amountCentavos', { amountCentavos: 1_000_000_000_000n }],
    ['txid', { txid: '' }],
    ['txid', { txid: 'a'.repeat(26) }],
    ['txid', { txid: 'pedido-1' }],
    ['txid', { txid: '123e4567-e12b-12d1-a456-426655440000' }],
    ['url', { url: 'pix.example.com/1' }],
  ])('refuses a static code for its %s: %o', (field, change) => {
    expect(refusal(() => buildBrCode({ ...minimal, ...change })).field).toBe(field);
  });

  it.each<[string, Partial<StaticBrCode & DynamicBrCode>]>([
    ['url', { url: 'https://pix.example.com/1' }],
    ['url', { url: '//pix.example.com/1' }],
    ['url', { url: 'localhost/1' }],
    ['url', { url: 'user@pix.example.com/1' }],
    ['url', { url: 'pix.example.com/a b' }],
    ['url', { url: `pix.example.com/${'x'.repeat(62)}` }],
    ['txid', { txid: 'abc' }],
    ['amountCentavos', { amountCentavos: 100n }],
    ['description', { description: 'Pedido 1' }],
  ])('refuses a dynamic code for its %s: %o', (field, change) => {
    expect(refusal(() => buildBrCode({ ...dynamic, ...change })).field).toBe(field);
  });
});

describe('parseBrCode', () => {
  it('reads a code pasted with white space around it', () => {
    expect(parseBrCode(` \t${payloadWith()}\r\n`)).toEqual({
      type: 'static',
      gui: 'br.gov.bcb.pix',
      key: 'fulano@example.com',
      merchantCategoryCode: '0000',
      merchantName: 'Fulano de Tal',
      merchantCity: 'BRASILIA',
      deviations: [],
    });
  });

  it('reads a recurrence alone, next to a key, or next to a charge', () => {
    const recurrenceUrl = 'pix.example.com/rec/2353c790eefb11eaadc10242ac120002';
    const alone = parseBrCode(
      '00020126180014br.gov.bcb.pix5204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***'
        + '80740014br.gov.bcb.pix2552pix.example.com/rec/2353c790eefb11eaadc10242ac1200026304F2DA',
    );
    expect(alone).toMatchObject({ type: 'recurrence', recurrenceUrl });
    const beside = { '80': PIX + object('25', recurrenceUrl) };
    expect(parseBrCode(payloadWith(beside))).toMatchObject({ type: 'static', recurrenceUrl });
    const charge = { '26': PIX + object('25', 'pix.example.com/qr/v2/1234') };
    expect(parseBrCode(payloadWith({ ...charge, ...beside }))).toMatchObject({ type: 'dynamic', recurrenceUrl });
  });

  it('reads a CRC in lower case', () => {
    const payload = vectorNamed('bacen-static-manual').payload;
    expect(parseBrCode(payload.replace(/1D3D$/, '1d3d'))).toEqual(parseBrCode(payload));
  });

  it('finds PIX among the other arrangements of the Manual do BR Code 2.2, and notes its txid', () => {
    const code = parseBrCode(
      '00020104141234567890123426580014BR.GOV.BCB.PIX0136123e4567-e12b-12d1-a456-42665544000027300012BR.COM.OUTRO01100123456789'
        + '5204000053039865406123.455802BR5917NOME DO RECEBEDOR6008BRASILIA61087007490062190515RP12345678-2019'
        + '80390012BR.COM.OUTRO01190123.ABCD.3456.WXYZ6304AD38',
    );
    expect(code).toMatchObject({
      type: 'static',
      key: '123e4567-e12b-12d1-a456-426655440000',
      amountCentavos: 12345n,
      postalCode: '70074900',
      txid: 'RP12345678-2019',
      deviations: ['the txid is not letters and digits'],
    });
    expect(code.recurrenceUrl).toBe(undefined);
  });

  it('finds PIX at any template from 26 to 51, in any order of the objects between first and last', () => {
    expect(parseBrCode(payloadWith({ '26': null, '51': PIX + KEY })).key).toBe('fulano@example.com');
    const shuffled = ['00', '62', '60', '59', '58', '53', '52', '26'];
    const values: Record<string, string> = {
      '00': '01',
      '26': PIX + KEY,
      '52': '0000',
      '53': '986',
      '58': 'BR',
      '59': 'A',
      '60': 'B',
      '62': '0503***',
    };
    expect(parseBrCode(sealed(shuffled.map((id) => object(id, values[id]!)).join(''))).merchantName).toBe('A');
  });

  it.each([
    ['0', 0n],
    ['0.00', 0n],
    ['98', 9800n],
    ['98.', 9800n],
    ['98.7', 9870n],
    ['98.73', 9873n],
    ['.10', 10n],
    ['007.50', 750n],
    ['9999999999.99', 999_999_999_999n],
  ])('reads the amount %s as %s centavos', (amount, amountCentavos) => {
    expect(parseBrCode(payloadWith({ '54': amount }))).toMatchObject({ amount, amountCentavos });
  });

  it.each(['1.234', '1,00', '-1.00', '+1', ' 1.00', '1.00.', '.', 'NaN', '1e3', '99999999999.99'])(
    'refuses the amount %s',
    (amount) => {
      expect(refusal(() => parseBrCode(payloadWith({ '54': amount }))).field).toBe('amount');
    },
  );

  it('tells the kinds of code apart', () => {
    const at = (url: string) => parseBrCode(payloadWith({ '26': PIX + object('25', url) })).type;
    expect(at('pix.example.com/qr/v2/cob/1')).toBe('dynamic');
    expect(at('pix.example.com/qr/v2/cobv/1')).toBe('dynamic-due-date');
    expect(parseBrCode(payloadWith({ '01': '12' }))).toMatchObject({ type: 'static', pointOfInitiation: '12' });
  });

  it('reads what a dynamic code should leave to its location, and says so', () => {
    const location = object('25', 'pix.example.com/1');
    expect(parseBrCode(payloadWith({ '26': PIX + location, '54': '1.00' })).deviations).toEqual([
      'a code without a key states an amount',
    ]);
    expect(parseBrCode(payloadWith({ '26': PIX + object('02', 'oi') + location })).deviations).toEqual([
      'a code without a key states a description',
    ]);
  });

  it.each<[string, string, Record<string, string | null>]>([
    ['payloadFormatIndicator', 'a version that is not 01', { '00': '02' }],
    ['pointOfInitiation', 'a point of initiation that is neither 11 nor 12', { '01': '10' }],
    ['merchantAccount', 'no PIX template', { '26': object('00', 'br.com.outro') + KEY }],
    ['merchantAccount', 'a template that is no sequence of objects', { '26': `${PIX}01` }],
    ['merchantAccount', 'two PIX templates', { '27': PIX + KEY }],
    ['merchantAccount', 'an empty object inside the template', { '26': `${PIX}${KEY}0200` }],
    ['merchantAccount', 'another arrangement whose template is no sequence of objects', { '30': 'XY' }],
    ['key', 'neither key nor location', { '26': PIX }],
    ['key', 'a key with a space', { '26': PIX + object('01', 'a b') }],
    ['url', 'both key and location', { '26': PIX + KEY + object('25', 'pix.example.com/1') }],
    ['url', 'a location without a host', { '26': PIX + object('25', 'localhost/1') }],
    ['fss', 'a facilitator that is not 8 digits', { '26': PIX + KEY + object('03', '1234567') }],
    [
      'fss',
      'a facilitator without a key',
      {
        '26': PIX + object('03', '12345678'),
        '80': PIX + object('25', 'pix.example.com/r'),
      },
    ],
    ['recurrenceUrl', 'a recurrence with a scheme', { '80': PIX + object('25', 'http://pix.example.com/r') }],
    ['merchantCategoryCode', 'no merchant category', { '52': null }],
    ['merchantCategoryCode', 'a merchant category of 3 digits', { '52': '000' }],
    ['currency', 'a currency that is not the real', { '53': '840' }],
    ['currency', 'no currency', { '53': null }],
    ['country', 'a country that is not Brazil', { '58': 'AR' }],
    ['merchantName', 'no name', { '59': null }],
    ['merchantName', 'a name past 25 characters', { '59': 'n'.repeat(26) }],
    ['merchantCity', 'no city', { '60': null }],
    ['merchantCity', 'a city past 15 characters', { '60': 'c'.repeat(16) }],
    ['postalCode', 'a postal code past 10 characters', { '61': '12345678901' }],
    ['additionalData', 'no additional data', { '62': null }],
    ['additionalData', 'a reference label shorter than its length says', { '62': '0509***' }],
    ['txid', 'additional data without a reference label', { '62': object('50', 'x') }],
    ['txid', 'a reference label past 25 characters', { '62': object('05', 'a'.repeat(26)) }],
    ['txid', 'a reference label with an emoji', { '62': object('05', 'a👀b') }],
    ['payload', 'a control character', { '59': 'LEANDRO\nALVES' }],
    ['payload', 'more than 512 characters', { '81': FULL, '82': FULL, '83': FULL, '84': FULL }],
  ])('blames %s for %s', (field, _what, changes) => {
    expect(refusal(() => parseBrCode(payloadWith(changes))).field).toBe(field);
  });

  it('refuses a code whose CRC is wrong, missing, not last, or seen in another object', () => {
    const payload = payloadWith();
    expect(refusal(() => parseBrCode(`${payload.slice(0, -4)}0000`)).message).toBe('crc (63) does not match the payload');
    expect(refusal(() => parseBrCode(payload.slice(0, -8))).message).toBe('crc (63) does not end the payload');
    expect(refusal(() => parseBrCode(sealed(payload))).message).toBe('payload has object 63 twice');
    const swallowed = `${payload.slice(0, -8)}6408`;
    expect(refusal(() => parseBrCode(sealed(swallowed))).message).toBe('crc (63) is not the last object');
  });

  it('refuses an object that comes twice, and a first object that is not the version', () => {
    expect(refusal(() => parseBrCode(sealed(`${payloadWith().slice(0, -8)}5901X`))).message).toBe('payload has object 59 twice');
    const body = payloadWith().slice(6, -8);
    expect(refusal(() => parseBrCode(sealed(`${body}000201`))).field).toBe('payloadFormatIndicator');
  });

  it.each(['', ' ', 'pix copia e cola', '6304', '63041D3D', '\ud800'])('refuses the text %o', (text) => {
    expect(refusal(() => parseBrCode(text))).toBeInstanceOf(BrCodeError);
  });
});

describe('a code built and read back', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 60 }).filter((value) => !/[\p{Cc}\p{Cs}]/u.test(value));
  const named = text.filter((value) => foldToAscii(value, 15) !== '');
  const merchant = fc.record({ merchantName: named, merchantCity: named });
  const location = fc
    .tuple(
      fc.domain().filter((host) => host.length < 40),
      fc.stringMatching(/^(\/[a-z0-9._~-]{1,12}){0,2}$/),
    )
    .map(([host, path]) => `${host}${path}`);
  const paid = fc.record(
    {
      key: fc.oneof(fc.uuid(), fc.stringMatching(/^[a-z]{1,9}@[a-z]{1,9}\.com$/), fc.stringMatching(/^k[!-?A-~]{0,64}$/)),
      amountCentavos: fc.bigInt({ min: 1n, max: 999_999_999_999n }),
      txid: fc.stringMatching(/^[A-Za-z0-9]{1,25}$/),
      description: text,
    },
    { requiredKeys: ['key'] },
  );

  it('says what the folded input says', () => {
    fc.assert(
      fc.property(merchant, paid, (who, what) => {
        const { description, ...exact } = what;
        const code = parseBrCode(buildBrCode({ ...who, ...what }));
        expect(code).toMatchObject({
          ...exact,
          ...who,
          merchantName: foldToAscii(who.merchantName, 25),
          merchantCity: foldToAscii(who.merchantCity, 15),
          type: 'static',
          deviations: [],
        });
        expect(foldToAscii(description ?? '', 72).startsWith(code.description ?? '')).toBe(true);
      }),
    );
  });

  it('gives a dynamic code its location and nothing else', () => {
    fc.assert(
      fc.property(merchant, location, (who, url) => {
        const code = parseBrCode(buildBrCode({ ...who, url }));
        expect(code).toMatchObject({ url, deviations: [] });
        expect([code.key, code.amount, code.txid, code.description]).toEqual([undefined, undefined, undefined, undefined]);
      }),
    );
  });

  it('is refused when any one of its characters changes', () => {
    fc.assert(
      fc.property(merchant, paid, fc.nat(), fc.integer({ min: 0x20, max: 0x7e }), (who, what, position, other) => {
        const payload = buildBrCode({ ...who, ...what });
        const at = position % payload.length;
        const replacement = String.fromCharCode(other);
        const isOfCrc = at >= payload.length - 4;
        // The CRC's own letters may be of either case.
        fc.pre(isOfCrc ? replacement.toUpperCase() !== payload[at] : replacement !== payload[at]);
        const broken = payload.slice(0, at) + replacement + payload.slice(at + 1);
        expect(refusal(() => parseBrCode(broken))).toBeInstanceOf(BrCodeError);
      }),
      { numRuns: 2000 },
    );
  });

  it('is refused when it is cut short', () => {
    fc.assert(
      fc.property(merchant, paid, fc.nat(), (who, what, position) => {
        const payload = buildBrCode({ ...who, ...what });
        expect(refusal(() => parseBrCode(payload.slice(0, position % payload.length)))).toBeInstanceOf(BrCodeError);
      }),
    );
  });

  it('fails in no other way than BrCodeError, whatever the text or the objects', () => {
    const ids = fc.constantFrom('00', '01', '26', '27', '52', '53', '54', '58', '59', '60', '61', '62', '64', '80');
    const any = fc.string({ unit: 'binary', maxLength: 120 });
    const plausible = fc.constantFrom(PIX, PIX + KEY, '0503***', '11', '1.00');
    const values = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), plausible);
    fc.assert(
      fc.property(any, fc.dictionary(ids, values), (body, changes) => {
        expect(refusal(() => parseBrCode(body))).toBeInstanceOf(BrCodeError);
        expect(refusal(() => parseBrCode(sealed(`000201${body}`)))).toBeInstanceOf(BrCodeError);
        try {
          expect(parseBrCode(payloadWith(changes)).gui).toBe('br.gov.bcb.pix');
        } catch (error) {
          expect(error).toBeInstanceOf(BrCodeError);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('folds once and for all, within the length asked', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 0, max: 30 }), (any, maxLength) => {
        const folded = foldToAscii(any, maxLength);
        expect(folded).toMatch(/^(?:[\x21-\x7e](?: ?[\x21-\x7e])*)?$/);
        expect(folded.length).toBeLessThanOrEqual(maxLength);
        expect(foldToAscii(folded, maxLength)).toBe(folded);
      }),
    );
  });
});
