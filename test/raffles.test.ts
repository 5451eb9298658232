import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sha256, unseal } from '../src/platform/crypto.js';
import { slugOf } from '../src/raffles/raffle.service.js';
import { aCustomer, anAdmin } from './support/actors.js';
import { raffleDesk, raffleRow } from './support/raffles.js';
import { countsOf } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

const server = forTests(startTestServer);
const desk = forTests(async () => raffleDesk(server, (await anAdmin(server)).token));

const count = () => server.app.db.prisma.raffle.count();

describe('creating a raffle', () => {
  it('needs a title, a price and a number of quotas, and fills in the rest', async () => {
    const { raffle } = await desk.create({ title: '  Fusca 1972: São João! ' });

    expect(raffle).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-/),
      version: 1,
      category: null,
      title: 'Fusca 1972: São João!',
      subtitle: null,
      description: null,
      slug: 'fusca-1972-sao-joao',
      statusText: null,
      privacy: 'PUBLIC',
      status: 'DRAFT',
      startsAt: null,
      endsAt: null,
      showEndsAt: true,
      drawAt: null,
      photoUrl: null,
      galleryUrls: [],
      videoUrl: null,
      quotaPrice: '1.00',
      quotaQuantity: 100,
      minReservationQuantity: 1,
      maxReservationQuantity: 100,
      maxBuyerQuantity: null,
      reservationTimeLimit: 15,
      reservationType: 'AUTO',
      reservationFields: [],
      fastSelectionCards: [],
      popularSelectionCard: null,
      showProgressBar: true,
      showQuotaPrizeNumbers: false,
      showRank: false,
      showLastBuyers: false,
      showPrices: true,
      isHighlighted: false,
      freeCampaign: false,
      affiliate: false,
      commissionBasisPoints: null,
      enablePromotions: false,
      promotionType: 'BY_QUOTA_QUANTITY',
      cumulative: false,
      enableQuotaPrizes: false,
      automaticQuotaPrizeDistribution: false,
      showAwardedBoxes: false,
      showAwardedBoxesWinners: false,
      acumulativeCombo: false,
      enableAntiSpam: true,
      antiSpamMaxQuota: 100,
      antiSpamTimeout: 1_440,
      unprovenShare: 20,
      enableNotification: false,
      certificateCode: null,
      certificateIssuer: null,
      certificateValidFrom: null,
      certificateValidUntil: null,
      adultsOnly: true,
      regulationText: null,
      prizeClaimDays: 180,
      whatsapp: null,
      whatsappGroup: null,
      telegram: null,
      email: null,
      prizes: [],
      secretHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  it('keeps every field that is sent', async () => {
    const category = await server.app.db.prisma.raffleCategory.create({
      data: { id: '01990000-0000-7000-8000-000000000001', name: 'Carros' },
    });
    const sent = {
      title: 'Casa na praia',
      subtitle: 'Mobiliada',
      description: 'Três quartos, a duas quadras do mar.',
      slug: 'casa-2026',
      statusText: 'Últimas cotas',
      privacy: 'PRIVATE',
      status: 'SOON',
      startsAt: '2030-01-01T12:00:00.000Z',
      endsAt: '2030-02-01T12:00:00.000Z',
      showEndsAt: false,
      drawAt: '2030-02-01T12:00:00.000Z',
      photoUrl: 'http://localhost:4000/files/casa.png',
      galleryUrls: ['https://cdn.example.com/sala.jpg', 'http://localhost:4000/files/praia.png'],
      videoUrl: 'https://youtu.be/dQw4w9WgXcQ',
      quotaPrice: '10.00',
      quotaQuantity: 10_000_000,
      minReservationQuantity: 5,
      maxReservationQuantity: 20_000,
      maxBuyerQuantity: 5,
      reservationTimeLimit: 60,
      reservationType: 'AUTO',
      reservationFields: ['BIRTH_DATE', 'EMAIL'],
      fastSelectionCards: [5, 50, 20_000],
      popularSelectionCard: 50,
      showProgressBar: false,
      showRank: true,
      showLastBuyers: true,
      showPrices: false,
      isHighlighted: true,
      freeCampaign: false,
      affiliate: true,
      commissionBasisPoints: 250,
      enablePromotions: true,
      promotionType: 'BY_QUOTA_QUANTITY',
      cumulative: true,
      enableQuotaPrizes: true,
      automaticQuotaPrizeDistribution: true,
      showAwardedBoxes: true,
      showAwardedBoxesWinners: true,
      acumulativeCombo: true,
      enableAntiSpam: true,
      antiSpamMaxQuota: 100,
      antiSpamTimeout: 1_440,
      unprovenShare: 0,
      certificateCode: 'SPA/ME 04.000001/2026',
      certificateIssuer: 'SPA/MF',
      certificateValidFrom: '2030-01-01',
      certificateValidUntil: '2030-01-01',
      adultsOnly: false,
      regulationText: 'Entrega em São Paulo.',
      prizeClaimDays: 365,
      whatsapp: '+5511987654321',
      whatsappGroup: 'https://chat.whatsapp.com/AbCdEf',
      telegram: 'https://t.me/rifas',
      email: 'contato@example.com',
    };
    const prizes = [
      { title: 'A casa', photoUrl: 'https://cdn.example.com/casa.jpg' },
      { title: 'R$ 5.000', description: 'Por PIX' },
    ];
    const { raffle } = await desk.create({ ...sent, categoryId: category.id, prizes });

    expect(raffle).toMatchObject({
      ...sent,
      category: { name: 'Carros' },
      prizes: [
        { position: 1, title: 'A casa', description: null, photoUrl: 'https://cdn.example.com/casa.jpg' },
        { position: 2, title: 'R$ 5.000', description: 'Por PIX', photoUrl: null },
      ],
    });
  });

  it('counts all its quotas as for sale from the start', async () => {
    const { raffle } = await desk.create({ quotaQuantity: 77 });
    expect(await countsOf(server, raffle.id)).toEqual({ sellable: 77, reserved: 0, allocated: 0 });
  });

  it('publishes the hash of a secret of its own, which it keeps encrypted', async () => {
    const raffles = [(await desk.create()).raffle, (await desk.create()).raffle];
    expect(raffles[0].secretHash).not.toBe(raffles[1].secretHash);
    for (const { id, secretHash } of raffles) {
      const { sealedSecret } = await raffleRow(server, id);
      const secret = unseal(server.app.config.encryptionKeys, sealedSecret);
      expect(secret).toHaveLength(32);
      expect(sha256(secret).toString('hex')).toBe(secretHash);
      expect(Buffer.from(sealedSecret).includes(secret)).toBe(false);
    }
  });

  it('gives a title used before a slug of its own', async () => {
    expect((await desk.create({ title: 'Ação do mês' })).raffle.slug).toBe('acao-do-mes');
    expect((await desk.create({ title: 'Ação do mês' })).raffle.slug).toMatch(/^acao-do-mes-[a-z0-9]{4}$/);
  });

  it('refuses a slug that was asked for and is taken', async () => {
    await desk.create({ slug: 'natal' });
    const before = await count();
    expect((await desk.create({ slug: 'natal' })).error).toEqual({
      code: 'BAD_USER_INPUT',
      fields: { slug: ['is taken by another raffle'] },
    });
    expect(await count()).toBe(before);
  });

  it('makes a free campaign of a price of 0', async () => {
    expect((await desk.create({ quotaPrice: '0' })).raffle).toMatchObject({ quotaPrice: '0.00', freeCampaign: true });
    expect((await desk.create({ quotaPrice: 0, freeCampaign: true })).raffle).toMatchObject({ freeCampaign: true });
  });

  it('is for an ADMIN only and changes nothing for others', async () => {
    const before = await count();
    const customer = await aCustomer(server);
    expect((await raffleDesk(server, customer.token).create()).error?.code).toBe('FORBIDDEN');
    expect((await raffleDesk(server, undefined).create()).error?.code).toBe('UNAUTHENTICATED');
    expect(await count()).toBe(before);
  });
});

describe('a slug made from a title', () => {
  it('is lower-case ASCII words joined by hyphens, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (title) => {
        const slug = slugOf(title);
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(60);
        expect(slugOf(slug)).toBe(slug);
      }),
    );
  });

  it('keeps what can be read', () => {
    expect(slugOf('R$ 10.000,00 no PIX — já!')).toBe('r-10-000-00-no-pix-ja');
    expect(slugOf('🎉🎉')).toBe('raffle');
    expect(slugOf(`${'a'.repeat(59)} b`)).toBe('a'.repeat(59));
  });
});
