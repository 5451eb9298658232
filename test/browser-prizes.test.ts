import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { asOperator } from './support/operator-visit.js';
import { anOpenRaffle, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';
import { aWonPrize } from './support/won-prizes.js';

const LONG_AGO = new Date(Date.now() - 40 * 86_400_000);

inChromium('prizes that were won', (visitor) => {
  const server = forTests(startTestServer);
  beforeAll(() => seedProviders(server));

  it('are told, delivered with a receipt and reopened by operators', { timeout: 60_000 }, async () => {
    const raffle = await anOpenRaffle(server, { title: 'Moto zero' });
    const buyer = await aCustomer(server, { name: 'Rita Prado' });
    await aWonPrize(server, raffle.id, { userId: buyer.id, title: 'R$ 200', value: 20_000n, wonAt: LONG_AGO, shownAt: LONG_AGO });
    await aWonPrize(server, raffle.id, { unit: 1, title: 'R$ 50', shownAt: null });
    const drawn = { kind: 'DRAW', prizeId: null, unit: 1, title: 'Moto', value: null, boxIndex: null, number: 42 } as const;
    await aWonPrize(server, raffle.id, drawn);
    const { token } = await anAdmin(server, 'FINANCE');
    const { page, everyLook } = await visitor(asOperator(server.url, token));
    await page.goto(`${server.url}/dashboard/prizes`);
    await page.getByText('Prêmios a entregar: 3. Em dinheiro: R$ 250,00.').waitFor();
    const row = (title: string) => page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });
    await row('R$ 50').getByText('não conte a ninguém').waitFor();
    await row('R$ 200').getByText('Atrasado').waitFor();
    await row('Moto').getByText('número 042').waitFor();
    const chat = await row('R$ 200').getByRole('link', { name: 'WhatsApp' }).getAttribute('href');
    expect(decodeURIComponent(chat ?? '')).toBe(
      `https://wa.me/${buyer.phone.replace(/\D/g, '')}?text=Olá, Rita Prado! Você ganhou R$ 200 na Moto zero.`,
    );
    expect(await row('R$ 50').getByRole('link', { name: 'WhatsApp' }).count()).toBe(0);
    await everyLook('prizes');

    await row('R$ 50').getByRole('button', { name: 'Avisei o ganhador' }).click();
    await page.getByRole('dialog').getByText('avisar agora conta o que há nela').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click();

    await row('R$ 200').getByRole('button', { name: 'Avisei o ganhador' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Avisei o ganhador' }).click();
    await page.getByText('Aviso anotado: R$ 200.').waitFor();
    await page.getByLabel('Situação').selectOption('CONTACTED');
    await row('R$ 200').getByRole('button', { name: 'Entregar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Entregar' }).click();
    await page.getByText('Escreva o que aconteceu').waitFor();
    await page.getByRole('dialog').getByLabel('Comprovante').fill('PIX E123');
    await everyLook('prize-deliver');
    await page.getByRole('dialog').getByRole('button', { name: 'Entregar' }).click();
    await page.getByText('Prêmios a entregar: 2. Em dinheiro: R$ 50,00.').waitFor();
    await expect.poll(() => page.evaluate<string>('document.activeElement.tagName')).toBe('H1');

    await page.getByLabel('Situação').selectOption('DELIVERED');
    await row('R$ 200').getByText('PIX E123').waitFor();
    await row('R$ 200').getByRole('button', { name: 'Reabrir' }).click();
    await page.getByRole('dialog').getByLabel('Por que reabrir?').fill('Ganhador errado');
    await page.getByRole('dialog').getByRole('button', { name: 'Reabrir' }).click();
    await page.getByText('Reaberto: R$ 200.').waitFor();
    await page.getByLabel('Situação').selectOption('WON');
    await page.getByLabel('Ganhos', { exact: true }).selectOption('old');
    await row('Moto').waitFor({ state: 'detached' });
    await row('R$ 200').waitFor();
  });

  it('are listed of one raffle, from its page, and the address keeps the filters', { timeout: 60_000 }, async () => {
    const raffle = await anOpenRaffle(server, { title: 'Rifa do carro' });
    const other = await anOpenRaffle(server, { title: 'Rifa da casa' });
    await aWonPrize(server, raffle.id, { title: 'R$ 11', value: 1_100n });
    await aWonPrize(server, raffle.id, {
      unit: 1,
      title: 'R$ 22',
      value: 2_200n,
      state: 'LAPSED',
      lapsesAt: LONG_AGO,
      lapsedAt: new Date(),
    });
    await aWonPrize(server, other.id, { title: 'R$ 33', value: 3_300n });
    const { token } = await anAdmin(server, 'FINANCE');
    const { page, everyLook } = await visitor(asOperator(server.url, token));
    await page.goto(`${server.url}/dashboard/raffles/${raffle.id}`);
    await page.getByRole('link', { name: 'Prêmios desta rifa' }).click();
    const row = (title: string) => page.getByRole('row').filter({ has: page.getByText(title, { exact: true }) });
    await row('R$ 22').waitFor();
    await row('R$ 11').waitFor();
    expect(await row('R$ 33').count()).toBe(0);
    await page.getByText('Prêmios a entregar: 1. Em dinheiro: R$ 11,00.').waitFor();
    await everyLook('prizes-of-raffle');
    await page.getByLabel('Situação').selectOption('WON');
    await row('R$ 22').waitFor({ state: 'detached' });
    await page.getByLabel('Tipo').selectOption('BOX');
    await expect.poll(() => new URL(page.url()).search).toBe(`?raffle=${raffle.id}&state=WON&kind=BOX`);
    await page.reload();
    await row('R$ 11').waitFor();
    expect(await page.getByLabel('Rifa').inputValue()).toBe(raffle.id);
    expect(await row('R$ 33').count()).toBe(0);
    await page.getByLabel('Rifa').selectOption({ label: 'Rifa da casa' });
    await row('R$ 33').waitFor();
    await row('R$ 11').waitFor({ state: 'detached' });
    await page.getByLabel('Rifa').selectOption({ label: 'Todas as rifas' });
    await row('R$ 11').waitFor();
    await expect.poll(() => new URL(page.url()).search).toBe('?state=WON&kind=BOX');
  });

  it('are seen and claimed by their winner, and no closed box is', { timeout: 60_000 }, async () => {
    const raffle = await anOpenRaffle(server, { title: 'Rifa do bairro', slug: 'rifa-do-bairro' });
    const buyer = await aCustomer(server, { name: 'Ana Lima' });
    const { id } = await aWonPrize(server, raffle.id, { userId: buyer.id, title: 'R$ 70', value: 7_000n });
    await aWonPrize(server, raffle.id, { userId: buyer.id, unit: 1, title: 'R$ 90', shownAt: null });
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const kept = JSON.stringify({ accessToken: buyer.token, expiresAt, renewAt: Number.MAX_SAFE_INTEGER });
    const { page, everyLook } = await visitor({
      localStorage: { origin: server.url, entries: { 'raffle-gateway.buyer': kept } },
    });
    await page.goto(`${server.url}/r/rifa-do-bairro`);
    await page.getByRole('button', { name: 'Meus números' }).first().click();
    const mine = page.getByRole('dialog').getByRole('region', { name: 'Seus prêmios' });
    await mine.getByText('R$ 70', { exact: true }).waitFor();
    expect(await page.getByText('R$ 90').count()).toBe(0);
    await everyLook('my-prizes');
    await mine.getByRole('button', { name: 'Quero receber' }).click();
    await mine.getByText('ele não caduca mais').waitFor();
    expect((await server.app.db.prisma.wonPrize.findUniqueOrThrow({ where: { id } })).claimedAt).toBeInstanceOf(Date);
  });
});
