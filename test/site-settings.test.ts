import { beforeEach, describe, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { refused, restClient } from './support/rest-contract.js';
import { startBeside, forTests, startTestServer } from './support/start.js';

const FIELDS = `siteName color logoUrl supportEmail supportPhone socialLinks { network url } aboutText termsText privacyText
  companyName cnpj dpoName dpoEmail showCompany notes updatedAt`;
const READ = `{ settings { ${FIELDS} } }`;
const UPDATE = `mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { ${FIELDS} } }`;
const IDS = 'metaPixelId googleAnalyticsId googleTagManagerId googleAdsId tiktokPixelId kwaiPixelId';
const TRACK = `mutation ($input: UpdateTrackingInfoInput!) { updateTrackingInfo(input: $input) { ${IDS} } }`;

const server = forTests(() =>
  startTestServer({ site: { name: 'Rifas', color: '#0a6b4f', logoUrl: 'https://cdn.example.com/env.png' } }),
);
const admin = forTests(() => anAdmin(server));
const buyer = forTests(() => aCustomer(server));
const ask = restClient(server);
beforeEach(async () => {
  await server.app.db.pool.query('DELETE FROM site_settings; INSERT INTO site_settings DEFAULT VALUES');
  server.app.site.drop();
});

const update = async (input: Record<string, unknown>, token: string | undefined = admin.token) => {
  const { data, errors } = await server.graphql(UPDATE, { input }, { token });
  return { settings: data?.updateSettings, refusal: errors?.[0]?.extensions };
};
const read = async (token?: string) => (await server.graphql(READ, {}, { token })).data.settings;
const entries = () => server.app.db.prisma.auditEntry.findMany({ where: { subjectType: 'site' }, orderBy: { id: 'asc' } });

const NOTHING = {
  siteName: 'Rifas',
  color: '#0a6b4f',
  logoUrl: 'https://cdn.example.com/env.png',
  supportEmail: null,
  supportPhone: null,
  socialLinks: [],
  aboutText: null,
  termsText: null,
  privacyText: null,
  companyName: null,
  cnpj: null,
  dpoName: null,
  dpoEmail: null,
  showCompany: null,
  notes: null,
  updatedAt: expect.any(String),
};
const ALL = {
  siteName: ' Rifas da Ana ',
  color: '#FFCC00',
  logoUrl: 'https://cdn.example.com/logo.png',
  supportEmail: 'ana@example.com',
  supportPhone: '(11) 98765-4321',
  socialLinks: [
    { network: 'INSTAGRAM', link: '@rifas.da.ana' },
    { network: 'YOUTUBE', link: 'https://m.youtube.com/c/rifas' },
  ],
  aboutText: 'Quem somos',
  termsText: 'Primeiro.\n\nSegundo.',
  privacyText: 'Nada se vende.',
  companyName: 'Ana Rifas Ltda.',
  cnpj: '11.222.333/0001-81',
  dpoName: 'Bia Souza',
  dpoEmail: 'dados@example.com',
  notes: 'Falar com o contador.',
};
const KEPT = {
  ...ALL,
  siteName: 'Rifas da Ana',
  color: '#ffcc00',
  supportPhone: '+5511987654321',
  socialLinks: [
    { network: 'INSTAGRAM', url: 'https://www.instagram.com/rifas.da.ana' },
    { network: 'YOUTUBE', url: 'https://m.youtube.com/c/rifas' },
  ],
  cnpj: '11222333000181',
  showCompany: false,
  updatedAt: expect.any(String),
};
const TO_THE_PUBLIC = { ...KEPT, companyName: null, cnpj: null, showCompany: null, notes: null };

describe('the settings', () => {
  it("are the environment's until somebody sets them", async () => {
    expect(await read()).toEqual(NOTHING);
    expect(await read(admin.token)).toEqual({ ...NOTHING, showCompany: false });
  });

  it('are kept as they are meant, and shown to the public without what is among operators, at once', async () => {
    await read();
    expect((await update(ALL)).settings).toEqual(KEPT);
    expect(await read(admin.token)).toEqual(KEPT);
    expect(await read()).toEqual(TO_THE_PUBLIC);
    expect(await read(buyer.token)).toEqual(TO_THE_PUBLIC);
    await update({ showCompany: true });
    expect(await read()).toMatchObject({
      companyName: 'Ana Rifas Ltda.',
      cnpj: '11222333000181',
      showCompany: null,
      notes: null,
    });
  });

  it('left out stay, null goes back to the environment or to nothing', async () => {
    await update(ALL);
    await update({ siteName: null, logoUrl: null, supportEmail: null, socialLinks: null, showCompany: null });
    const changed = { siteName: 'Rifas', logoUrl: NOTHING.logoUrl, supportEmail: null, socialLinks: [] };
    expect(await read(admin.token)).toEqual({ ...KEPT, ...changed });
  });

  it('are refused with all that is wrong at once, and nothing changes', async () => {
    await update(ALL);
    const { refusal } = await update({
      siteName: '  ',
      color: 'red',
      logoUrl: 'http://cdn.example.com/logo.png',
      supportEmail: 'ana',
      supportPhone: '123',
      socialLinks: [{ network: 'INSTAGRAM', link: 'https://evil.example.com/rifas' }],
      aboutText: 'x'.repeat(20_001),
      cnpj: '11.222.333/0001-82',
      companyName: '',
      notes: 'fine',
    });
    expect(refusal?.code).toBe('BAD_USER_INPUT');
    const wrong = ['aboutText', 'cnpj', 'color', 'companyName', 'logoUrl', 'siteName', 'supportEmail', 'supportPhone'];
    expect(Object.keys(refusal?.fields ?? {}).toSorted()).toEqual([...wrong, 'socialLinks.0.link'].toSorted());
    expect(await read(admin.token)).toEqual(KEPT);
  });

  it.each([
    ['a network twice', { socialLinks: [1, 2].map((n) => ({ network: 'X', link: `@rifas${n}` })) }],
    ['a link in the name of another host', { socialLinks: [{ network: 'X', link: 'https://x.com.evil.example/rifas' }] }],
    ['a link with a name and a password', { socialLinks: [{ network: 'X', link: 'https://x.com:a@x.com/rifas' }] }],
    ['a script for a link', { socialLinks: [{ network: 'X', link: 'javascript:alert(1)' }] }],
    ['a script for a logo', { logoUrl: 'javascript:alert(1)' }],
  ])('do not take %s', async (_, input) => {
    expect((await update(input)).refusal?.code).toBe('BAD_USER_INPUT');
    expect(await read()).toEqual(NOTHING);
  });

  it('take the CNPJ of letters that is given since 2026', async () => {
    expect((await update({ cnpj: '12.abc.345/01de-35' })).settings.cnpj).toBe('12ABC34501DE35');
  });

  it('leave in the audit log what they were; a change that changes nothing leaves nothing', async () => {
    const before = (await entries()).length;
    await update({ siteName: 'Um', socialLinks: [{ network: 'X', link: '@um' }], notes: 'a' });
    await update({ siteName: 'Um', socialLinks: [{ network: 'X', link: '@um' }] });
    await update({ siteName: 'Dois', termsText: 'y'.repeat(300), notes: null });
    expect((await entries()).slice(before).map(({ action, details }) => [action, details])).toEqual([
      [
        'updateSettings',
        {
          siteNameBefore: null,
          siteName: 'Um',
          socialLinksBefore: '',
          socialLinks: 'https://x.com/um',
          notesBefore: null,
          notes: 'a',
        },
      ],
      [
        'updateSettings',
        {
          siteNameBefore: 'Um',
          siteName: 'Dois',
          termsTextBefore: null,
          termsText: 'y'.repeat(200),
          notesBefore: 'a',
          notes: null,
        },
      ],
    ]);
  });

  it('are changed by an ADMIN only', async () => {
    expect((await update({ siteName: 'X' }, buyer.token)).refusal?.code).toBe('FORBIDDEN');
    const { errors } = await server.graphql(UPDATE, { input: { siteName: 'X' } });
    expect(errors?.[0]?.extensions.code).toBe('UNAUTHENTICATED');
    expect(await read()).toEqual(NOTHING);
  });

  it('reach another process within three seconds', { timeout: 30_000 }, async () => {
    const other = await startBeside(server);
    try {
      expect((await other.graphql(READ)).data.settings.siteName).toBe('Rifas');
      await update({ siteName: 'Outra' });
      const begun = performance.now();
      await expect.poll(async () => (await other.graphql(READ)).data.settings.siteName, { timeout: 5_000 }).toBe('Outra');
      expect(performance.now() - begun).toBeLessThan(3_000);
    } finally {
      await other.stop();
    }
  });

  it('are read and changed over REST', async () => {
    expect(await ask('GET /v1/settings')).toMatchObject(refused(401));
    expect(await ask('PATCH /v1/settings', { token: buyer.token, body: { siteName: 'X' } })).toMatchObject(refused(403));
    const bad = await ask('PATCH /v1/settings', { token: admin.token, body: { color: 'red', cnpj: '1' } });
    expect(bad).toMatchObject(refused(400, { color: [expect.any(String)], cnpj: [expect.any(String)] }));
    expect(await ask('PATCH /v1/settings', { token: admin.token, body: ALL })).toMatchObject({ status: 200, body: KEPT });
    expect(await ask('GET /v1/settings', { token: buyer.token })).toMatchObject({ status: 200, body: TO_THE_PUBLIC });
    expect(await ask('GET /v1/settings', { token: admin.token })).toMatchObject({ status: 200, body: KEPT });
  });
});

describe('the tracking ids', () => {
  const GOOD = {
    metaPixelId: '123456789012345',
    googleAnalyticsId: 'G-ABC1234567',
    googleTagManagerId: 'GTM-ABC1234',
    googleAdsId: 'AW-123456789',
    tiktokPixelId: 'C4ABCDEFGHIJKLMNOPQ0',
    kwaiPixelId: '123456789',
  };
  const BAD = {
    metaPixelId: `1'><script>alert(1)</script>`,
    googleAnalyticsId: 'UA-12345-1',
    googleTagManagerId: 'GTM-ABC1234\n',
    googleAdsId: 'AW-12x',
    tiktokPixelId: '<script>',
    kwaiPixelId: "1234567');",
  };

  it('are none at first, and public once they are set', async () => {
    const nothing = Object.fromEntries(IDS.split(' ').map((name) => [name, null]));
    expect((await server.graphql(`{ trackingInfo { ${IDS} } }`)).data.trackingInfo).toEqual(nothing);
    expect((await server.graphql(TRACK, { input: GOOD }, { token: admin.token })).data.updateTrackingInfo).toEqual(GOOD);
    expect((await server.graphql(`{ trackingInfo { ${IDS} } }`)).data.trackingInfo).toEqual(GOOD);
    await server.graphql(TRACK, { input: { kwaiPixelId: null } }, { token: admin.token });
    const { data } = await server.graphql(`{ trackingInfo { ${IDS} } }`);
    expect(data.trackingInfo).toEqual({ ...GOOD, kwaiPixelId: null });
    const [, last] = (await entries()).filter(({ action }) => action === 'updateTrackingInfo').slice(-2);
    expect(last?.details).toEqual({ kwaiPixelIdBefore: '123456789', kwaiPixelId: null });
  });

  it('are never anything but ids: all that is not one is told at once', async () => {
    const { errors } = await server.graphql(TRACK, { input: BAD }, { token: admin.token });
    expect(errors?.[0]?.extensions.code).toBe('BAD_USER_INPUT');
    expect(Object.keys(errors?.[0]?.extensions.fields ?? {}).toSorted()).toEqual(Object.keys(BAD).toSorted());
  });

  it('are read and changed over REST, changed by operators only', async () => {
    expect(await ask('PATCH /v1/tracking', { token: buyer.token, body: GOOD })).toMatchObject(refused(403));
    expect(await ask('PATCH /v1/tracking', { token: admin.token, body: GOOD })).toMatchObject({ status: 200, body: GOOD });
    expect(await ask('GET /v1/tracking', { token: buyer.token })).toMatchObject({ status: 200, body: GOOD });
    const bad = await ask('PATCH /v1/tracking', { token: admin.token, body: { metaPixelId: BAD.metaPixelId } });
    expect(bad).toMatchObject(refused(400, { metaPixelId: ['must be 10 to 20 digits'] }));
  });
});
