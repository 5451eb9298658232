import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { PassThrough, Readable } from 'node:stream';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { businessTime } from '../src/platform/business-day.js';
import { csvTexts, punctuated, reais, type CsvColumns } from '../src/platform/csv.js';
import { pacedPages } from '../src/platform/database/paced-pages.js';
import { createOneExport, type OneExport } from '../src/platform/http/one-export.js';
import type { Principal } from '../src/platform/principal.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { eventually } from './support/eventually.js';
import { aPaidOrder } from './support/order-rows.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const HEADER =
  'id;status;reservation;createdAt;paidAt;buyerName;buyerPhone;buyerCpf;quotaQuantity;bonusQuotas;luckyNumbers;priceByQuota;discount;totalValue;'
  + 'paymentMethod;paymentProviderName;referral;utmSource;utmMedium;utmCampaign;utmTerm;utmContent;src;sck';

const server = forTests(startTestServer);
const admin = forTests(() => anAdmin(server));

const pathOf = (raffleId: string, query = '') => `/v1/raffles/${raffleId}/orders.csv${query}`;
const ask = (path: string, token?: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}${path}`, { method, headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) } });
const audited = (raffleId: string) =>
  server.app.db.prisma.auditEntry.findMany({ where: { action: 'exportOrders', subjectId: raffleId } });

async function manyOrders(raffleId: string, userId: string, count: number): Promise<string[]> {
  const made = await server.app.db.prisma.$queryRaw<{ id: bigint }[]>`
    INSERT INTO orders (raffle_id, user_id, status, quota_quantity, price_by_quota, discount, total_value,
                        payment_provider_name, referral, created_at, expires_at, ended_at)
    SELECT ${raffleId}::uuid, ${userId}::uuid, (ARRAY['EXPIRED', 'CANCELLED']::order_status[])[1 + i % 2], 3, 123450, 50, 370300,
           'static', CASE i WHEN 0 THEN ${'@insta;"gram"\n2'} END, ts, ts, ts
    FROM generate_series(0, ${count}::int - 1) AS i, (VALUES ('2030-01-31T12:30:05.4Z'::timestamptz)) AS at(ts)
    RETURNING id`;
  return made.map(({ id }) => String(id)).sort((a, b) => Number(b) - Number(a));
}

/** The bytes as text: a decoder would drop the byte order mark that `text()` drops. */
async function textOf(response: Response): Promise<string> {
  return Buffer.from(await response.arrayBuffer()).toString('utf8');
}

describe('the orders of a raffle as a file', () => {
  let raffleId: string;
  let buyer: Awaited<ReturnType<typeof aCustomer>>;
  let ids: string[];
  beforeAll(async () => {
    raffleId = (await anOpenRaffle(server, { quotaQuantity: 100_000 })).id;
    buyer = await aCustomer(server, { name: '=HYPERLINK("http://x";"João")' });
    ids = await manyOrders(raffleId, buyer.id, 1_201);
    const { id: elsewhere } = await anOpenRaffle(server);
    await manyOrders(elsewhere, buyer.id, 5);
  });

  it('has every order once, newest first, over several pages', async () => {
    const answer = await ask(pathOf(raffleId), admin.token);
    expect(answer.status).toBe(200);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="orders-${raffleId}.csv"`,
      'cache-control': 'no-store',
    });
    const text = await textOf(answer);
    expect(text.startsWith(`\uFEFF${HEADER}\r\n`)).toBe(true);
    const rows = [...text.matchAll(/^(\d+);(EXPIRED|CANCELLED);/gm)];
    expect(rows.map(([, id]) => id)).toEqual(ids);
  });

  it('opens in a Brazilian spreadsheet: no formula, no lost zero, no date for a price', async () => {
    const text = await textOf(await ask(pathOf(raffleId), admin.token));
    const { cpf, phone } = buyer;
    const punctuated = `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`;
    const of = (id: string | undefined, status: string, referral: string) =>
      `${id};${status};RESERVED;2030-01-31 09:30:05;;"'=HYPERLINK(""http://x"";""João"")";'${phone};${punctuated};3;0;0;1234,50;0,50;3703,00;PIX;static;${referral};;;;;;;\r\n`;
    expect(text).toContain(of(ids.at(-2), 'CANCELLED', ''));
    expect(text.endsWith(of(ids.at(-1), 'EXPIRED', `"'@insta;""gram""\n2"`))).toBe(true);
  });

  it('has the bytes that a library writes of the same rows, with any names and referrals', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 1_000_000 });
    const { prisma } = server.app.db;
    const words = [
      'a',
      '=1+1',
      '+55',
      '-1',
      '@x',
      '\t tab',
      '\rcr',
      '\uFF1D1',
      '\uFF0B',
      '\uFF0D2',
      '\uFF20you',
      'a;b',
      'a"b',
      '"',
      '=";"',
      "'='",
      'a\nb',
      'a\r\nb',
      '=\n',
      ' ',
      ';',
      'ção 🎉',
      '🎉=',
      '\\',
      '%s$1',
      '#',
      'x=',
    ];
    const at = (ms: number) => new Date(Date.UTC(2030, 0, 31, 2, 59, 58, 999) + ms);
    const rows = [];
    for (const [i, word] of words.entries()) {
      const [price, discount] = [10n ** BigInt(i % 10) + BigInt(i), BigInt(5 * (i % 3))];
      const user = await prisma.user.create({
        data: {
          id: uuidv7(),
          role: 'USER',
          name: word,
          phone: i % 3 ? null : `+5511${900_000_000 + i}`,
          cpf: i % 4 ? null : String(i).padStart(11, '0'),
        },
      });
      rows.push(
        await prisma.order.create({
          data: {
            raffleId: id,
            userId: user.id,
            status: i % 2 ? 'EXPIRED' : 'CANCELLED',
            quotaQuantity: i + 1,
            bonusQuotas: i % 3,
            priceByQuota: price,
            discount,
            totalValue: price * BigInt(i + 1 - (i % 3)) - discount,
            paymentProviderName: word.trim() || 'p',
            referral: i % 2 ? word : null,
            ...(i % 3 === 0 && { tracking: { utmSource: word, src: words[i + 1] ?? 'x' } }),
            createdAt: at(i * 500),
            expiresAt: at(0),
            endedAt: at(0),
          },
          include: { user: true },
        }),
      );
    }
    type Row = (typeof rows)[number];
    const time = (moment: Date) => businessTime('America/Sao_Paulo', moment);
    const columns: CsvColumns<Row> = {
      id: (row) => String(row.id),
      status: ({ status }) => status,
      reservation: ({ reservation }) => reservation,
      createdAt: ({ createdAt }) => time(createdAt),
      paidAt: () => '',
      buyerName: ({ user }) => user.name,
      buyerPhone: ({ user }) => user.phone ?? '',
      buyerCpf: ({ user }) => punctuated(user.cpf ?? ''),
      quotaQuantity: ({ quotaQuantity }) => String(quotaQuantity),
      bonusQuotas: ({ bonusQuotas }) => String(bonusQuotas),
      luckyNumbers: () => '0',
      priceByQuota: ({ priceByQuota }) => reais(priceByQuota),
      discount: ({ discount }) => reais(discount),
      totalValue: ({ totalValue }) => reais(totalValue),
      paymentMethod: () => 'PIX',
      paymentProviderName: ({ paymentProviderName }) => paymentProviderName,
      referral: ({ referral }) => referral ?? '',
      ...Object.fromEntries(
        ['utmSource', 'utmMedium', 'utmCampaign', 'utmTerm', 'utmContent', 'src', 'sck'].map((name) => [
          name,
          ({ tracking }: Row) => (tracking as Record<string, string> | null)?.[name] ?? '',
        ]),
      ),
    };
    let expected = '';
    for await (const text of csvTexts(columns, Readable.from([rows.toReversed()]))) expected += text;
    expect(await textOf(await ask(pathOf(id), admin.token))).toBe(expected);
  });

  it('may be of one state', async () => {
    const text = await textOf(await ask(pathOf(raffleId, '?status=CANCELLED'), admin.token));
    expect(text.match(/;CANCELLED;/g)).toHaveLength(600);
    expect(text).not.toContain(';EXPIRED;');
    for (const query of ['?status=cancelled', '?status=PAID&status=PAID', '?first=10'])
      expect((await ask(pathOf(raffleId, query), admin.token)).status).toBe(400);
  });

  it('counts the numbers of paid orders', async () => {
    const { id } = await anOpenRaffle(server);
    const order = await aPaidOrder(server, id, 7);
    const [, row] = (await textOf(await ask(pathOf(id), admin.token))).split('\r\n');
    expect(row?.split(';')).toEqual([
      String(order.id),
      'PAID',
      'RESERVED',
      expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      expect.stringMatching(/^\d{4}-/),
      'Maria da Silva',
      expect.stringMatching(/^'\+55/),
      expect.stringContaining('-'),
      '7',
      '0',
      '7',
      '1,00',
      '0,00',
      '7,00',
      'PIX',
      'static',
      '',
      ...Array(7).fill(''),
    ]);
  });

  it('is the header alone for a raffle without orders', async () => {
    const { id } = await anOpenRaffle(server);
    expect(await textOf(await ask(pathOf(id.toUpperCase()), admin.token))).toBe(`\uFEFF${HEADER}\r\n`);
  });

  it('is compressed for who takes it', async () => {
    const plain = Buffer.from(await (await ask(pathOf(raffleId), admin.token, { 'accept-encoding': 'identity' })).arrayBuffer());
    const request = httpRequest(`${server.url}${pathOf(raffleId)}`, {
      headers: { authorization: `Bearer ${admin.token}`, 'accept-encoding': 'gzip' },
    });
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    expect(response.headers['content-encoding']).toBe('gzip');
    expect(Buffer.concat(chunks).length).toBeLessThan(plain.length / 5);
    expect(gunzipSync(Buffer.concat(chunks)).equals(plain)).toBe(true);
  });
});

describe('who may have it', () => {
  it('is an operator, and each time is on record', async () => {
    const { id } = await anOpenRaffle(server);
    await (await ask(pathOf(id.toUpperCase(), '?status=PAID'), admin.token)).arrayBuffer();
    expect(await audited(id)).toEqual([
      expect.objectContaining({ actorId: admin.id, subjectType: 'raffle', details: { status: 'PAID' } }),
    ]);
  });

  it('is neither a buyer nor nobody, of whom nothing is read or written', async () => {
    const { id } = await anOpenRaffle(server);
    const { token } = await aCustomer(server);
    const query = vi.spyOn(server.app.db, 'query');
    for (const [who, status] of [
      [token, 403],
      [undefined, 401],
      ['broken', 401],
    ] as const) {
      const answer = await ask(pathOf(id), who);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ statusCode: status });
    }
    expect(query.mock.calls.filter(([{ name }]) => name === 'select_exported_orders')).toEqual([]);
    query.mockRestore();
    expect(await audited(id)).toEqual([]);
  });

  it('is nobody for a raffle that is not there', async () => {
    for (const id of ['019a0000-0000-7000-8000-000000000000', 'nonsense']) {
      expect((await ask(pathOf(id), admin.token)).status).toBe(404);
      expect(await audited(id)).toEqual([]);
    }
  });

  it('is told of other methods what is served, and takes nothing by them', async () => {
    const { id } = await anOpenRaffle(server);
    for (const method of ['POST', 'HEAD', 'DELETE']) {
      const answer = await ask(pathOf(id), admin.token, {}, method);
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, OPTIONS']);
      expect((await ask(pathOf(id), undefined, {}, method)).status).toBe(405);
    }
    const options = await ask(pathOf(id), undefined, {}, 'OPTIONS');
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, OPTIONS']);
    expect(await audited(id)).toEqual([]);
  });

  it('finds it among the routes', async () => {
    const { paths } = (await (await ask('/openapi.json')).json()) as { paths: Record<string, object> };
    expect(paths).toHaveProperty(['/v1/raffles/{raffleId}/orders.csv', 'get', 'security'], [{ token: [] }]);
  });
});

describe('a reader', () => {
  async function openExport(raffleId: string): Promise<IncomingMessage> {
    const request = httpRequest(`${server.url}${pathOf(raffleId)}`, { headers: { authorization: `Bearer ${admin.token}` } });
    request.on('error', () => undefined);
    request.end();
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    return response;
  }

  it('who does not read has no further page read for it, and who is gone ends it', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 1_000_000 });
    const { id: userId } = await aCustomer(server);
    await manyOrders(id, userId, 100_000);
    const query = vi.spyOn(server.app.db, 'query');
    const pages = () => query.mock.calls.filter(([{ name }]) => name === 'select_exported_orders').length;
    try {
      const response = await openExport(id);
      let read = -1;
      // Until the sockets' own buffers are full: a busy machine takes a while for a page.
      await eventually(
        async () => {
          const before = read;
          await new Promise((resolve) => setTimeout(resolve, 700));
          read = pages();
          return read === before;
        },
        { timeoutMs: 15_000 },
      );
      expect(read).toBeGreaterThan(0);
      expect(read).toBeLessThan(150);

      response.destroy();
      await new Promise((resolve) => setTimeout(resolve, 300));
      expect(pages()).toBeLessThanOrEqual(read + 1);
    } finally {
      query.mockRestore();
    }
  });

  it('is sent one file at a time, also of different kinds, and the next one when this one is over or broken off', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 1_000_000 });
    const { id: userId } = await aCustomer(server);
    await manyOrders(id, userId, 100_000);
    const response = await openExport(id);
    for (const path of [pathOf(id), `/v1/raffles/${id}/won-prizes.csv`, `/v1/users/${userId}/data`]) {
      const refused = await ask(path, admin.token);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5']);
    }
    expect(await audited(id)).toHaveLength(1);
    const other = await anAdmin(server);
    const { id: empty } = await anOpenRaffle(server);
    expect((await ask(pathOf(empty), other.token)).status).toBe(200);

    response.destroy();
    await expect.poll(async () => (await ask(pathOf(empty), admin.token)).status).toBe(200);
    const whole = await ask(pathOf(empty), admin.token);
    await whole.text();
    await expect.poll(async () => (await ask(pathOf(empty), admin.token)).status).toBe(200);
  });

  it('is sent one file at a time over all processes, as long as it reads, and another one soon after a process that crashed', async () => {
    const { db } = server.app;
    const failed: unknown[] = [];
    // Its reader has a file before its end is written.
    const slow = {
      query: async (stmt: { name: string }, values: unknown[]) => {
        if (stmt.name === 'end_export') await new Promise((resolve) => setTimeout(resolve, 150));
        return db.query(stmt as never, values);
      },
    } as Pick<typeof db, 'query'>;
    const [one, other] = [2, 2].map((leaseSeconds) =>
      createOneExport({ db: slow, leaseSeconds, onFailure: (error) => void failed.push(error) }),
    ) as [OneExport, OneExport];
    const principal: Principal = { role: 'ADMIN', id: '019a0000-0000-7000-8000-000000000001', operatorRole: 'FINANCE' };
    const answer = () => ({ raw: new PassThrough() }) as unknown as { raw: ServerResponse };
    const first = answer();
    await one.begin(principal, first);
    const refused = { code: 'RATE_LIMITED', retryAfterSeconds: 5 };
    await expect(other.begin(principal, answer())).rejects.toMatchObject(refused);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    await expect(other.begin(principal, answer())).rejects.toMatchObject(refused);
    const another = answer();
    await other.begin({ ...principal, id: '019a0000-0000-7000-8000-000000000002' }, another);
    another.raw.destroy();

    first.raw.destroy();
    const left = () => db.prisma.exportLease.count({ where: { account: principal.id } });
    const second = answer();
    await other.begin(principal, second);

    // As if this process had slept, and another one, which crashes, had begun.
    const claim = '019a0000-0000-7000-8000-000000000003';
    const heldUntil = new Date(Date.now() + 60_000);
    await db.prisma.exportLease.update({ where: { account: principal.id }, data: { claim, heldUntil } });
    second.raw.destroy();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(await left()).toBe(1);
    await expect(one.begin(principal, answer())).rejects.toMatchObject(refused);
    await db.prisma.exportLease.update({ where: { account: principal.id }, data: { heldUntil: new Date() } });
    const third = answer();
    await one.begin(principal, third);
    third.raw.destroy();
    await expect.poll(left).toBe(0);
    expect(failed).toEqual([]);
  });

  it('waits for a sale: the service rests after each page as long as it took', async () => {
    const pages = pacedPages(
      async (last: number | undefined) => {
        await new Promise((resolve) => setTimeout(resolve, 40));
        return (last ?? 0) + 1;
      },
      (page) => page < 4,
    );
    const beganAtMs = performance.now();
    const read: number[] = [];
    for await (const page of pages) read.push(page);
    expect(read).toEqual([1, 2, 3, 4]);
    expect(performance.now() - beganAtMs).toBeGreaterThan(7 * 40 - 20);
  });

  it('waits longer in a process that has much to do, but never so long that the file does not end', async () => {
    const timeOf = async (busy: number, readMs: number) => {
      const read = async (last = 0) => {
        await new Promise((resolve) => setTimeout(resolve, readMs));
        return last + 1;
      };
      const share = () => busy;
      const pages = pacedPages<number>(read, (page) => page < 3, share);
      const beganAtMs = performance.now();
      for await (const _ of pages) continue;
      return performance.now() - beganAtMs;
    };
    // Two rests of four times twenty.
    expect(await timeOf(0.8, 20)).toBeGreaterThan(3 * 20 + 2 * 80 - 20);
    // Not two of nineteen times two hundred.
    expect(await timeOf(1, 200)).toBeLessThan(4_000);
  });

  it('is not told that a file is whole which is not', async () => {
    const { id } = await anOpenRaffle(server, { quotaQuantity: 1_000_000 });
    const { id: userId } = await aCustomer(server);
    await manyOrders(id, userId, 2_000);
    const original = server.app.db.query.bind(server.app.db);
    let asked = 0;
    const query = vi.spyOn(server.app.db, 'query').mockImplementation(((stmt: { name: string }, values: unknown[]) => {
      if (stmt.name === 'select_exported_orders' && ++asked > 3) return Promise.reject(new Error('gone'));
      return original(stmt as never, values);
    }) as never);
    try {
      const response = await openExport(id);
      expect(response.statusCode).toBe(200);
      response.resume();
      await new Promise((resolve) => response.once('close', resolve));
      expect(response.complete).toBe(false);
    } finally {
      query.mockRestore();
    }
  });
});
