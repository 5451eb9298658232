import { afterAll, beforeAll, expect, it } from 'vitest';
import { keepMissingRegulations } from '../src/regulations/keep-regulation.js';
import { aCustomer } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { anOpenRaffle } from './support/sales.js';
import { startShop, type Shop } from './support/shop.js';

inChromium('an order by its link', (visitor) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await startShop();
  });
  afterAll(() => shop?.server.stop());

  async function anOrder(quotaQuantity: number) {
    const { server, desk } = shop;
    const raffle = await anOpenRaffle(server, {
      title: 'Moto zero km com capacete e documento pago',
      certificateCode: 'SPA 123/2026',
      drawAt: new Date('2026-12-24T23:00:00Z'),
    });
    await keepMissingRegulations(server.app);
    const { hash } = await server.app.db.prisma.raffleRegulation.findFirstOrThrow({ where: { raffleId: raffle.id } });
    const buyer = await aCustomer(server, { name: 'Maria Aparecida da Silva' });
    const accepted = { acceptedRegulationHash: Buffer.from(hash).toString('hex') };
    const { order } = await desk.buy(buyer.token, { raffleId: raffle.id, quotaQuantity, ...accepted });
    return { raffle, buyer, order: order!, path: `/pedido/${server.app.orderLinks.tokenOf(order!.id)}` };
  }

  it('is paid by somebody else, and then shows its numbers and receipt', { timeout: 60_000 }, async () => {
    const { server, desk, admin } = shop;
    const { order, path } = await anOrder(12);
    const { page, everyLook } = await visitor({ width: 360, height: 740 });
    await page.goto(server.url + path);
    await page.getByRole('heading', { level: 1, name: 'Pedido de Maria S.' }).waitFor();
    await page.getByRole('heading', { name: 'Pague por Maria S.' }).waitFor();
    await everyLook('shared-order-unpaid');
    await page.getByRole('button', { name: 'Copiar código PIX' }).click();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(order.qrCodeContent);

    await desk.pay(admin.token, order.id);
    await page.getByText('12 números da sorte').waitFor();
    await page.getByText('Folha 1', { exact: true }).waitFor({ timeout: 15_000 });
    await page.getByRole('heading', { name: 'Pague por Maria S.' }).waitFor({ state: 'detached' });
    await everyLook('shared-order-paid');

    await page.getByRole('button', { name: 'Copiar o link' }).click();
    expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(server.url + path);
    await page.locator('a[href*="/numero/"]').first().click();
    await page.getByRole('heading', { level: 1, name: /^Número \d{3}$/ }).waitFor();
    await everyLook('shared-order-number');
    await page.getByRole('link', { name: 'Ver o pedido inteiro' }).click();
    await page.getByRole('heading', { level: 1, name: 'Pedido de Maria S.' }).waitFor();
  });

  it('is sent on from the account and from the dialog of the order', { timeout: 60_000 }, async () => {
    const { server, desk, admin } = shop;
    const { raffle, buyer, order, path } = await anOrder(2);
    const { accessToken, expiresAt } = server.app.tokens.issue('USER', buyer.id);
    const kept = JSON.stringify({ accessToken, expiresAt, renewAt: Number.MAX_SAFE_INTEGER });
    const { page, everyLook } = await visitor({
      width: 360,
      height: 740,
      localStorage: { origin: server.url, entries: { 'raffle-gateway.buyer': kept } },
    });
    const whatsApp = page.getByRole('link', { name: 'WhatsApp' });
    const sent = async () => new URL((await whatsApp.first().getAttribute('href')) ?? '').searchParams.get('text');
    await page.goto(`${server.url}/conta`);
    await page.getByText('Enviar ou imprimir').click();
    expect(await sent()).toBe(`Moto zero km com capacete e documento pago ${server.url}${path}`);
    await everyLook('account-share-order');

    await page.goto(`${server.url}/r/${raffle.id}#order=${order.id}`);
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Outra pessoa vai pagar?').waitFor();
    await desk.pay(admin.token, order.id);
    await dialog.getByText('Envie este link a quem deve ver os seus números.').waitFor();
    await dialog.getByText('Regulamento aceito: versão 1').waitFor();
    await everyLook('order-dialog-share');
    await dialog.getByRole('link', { name: /^Abrir a página do pedido/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Pedido de Maria S.' }).waitFor();
  });

  it('is printed on one page, with what nobody needs on paper left out', async () => {
    const { server, desk, admin } = shop;
    const { order, path } = await anOrder(60);
    await desk.pay(admin.token, order.id);
    const { page } = await visitor({ dark: true });
    await expect.poll(async () => (await (await fetch(server.url + path)).text()).includes('Folha 1')).toBe(true);
    await page.goto(server.url + path);
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    await page.emulateMedia({ media: 'print' });
    for (const name of ['Copiar o link', 'Imprimir']) expect(await page.getByRole('button', { name }).isVisible()).toBe(false);
    expect(await page.getByText(server.url + path).isVisible()).toBe(true);
    expect(await page.getByText('SPA 123/2026').isVisible()).toBe(true);
    expect(await page.evaluate<string>('getComputedStyle(document.querySelector("h1")).color')).toBe('rgb(0, 0, 0)');
  });
});
