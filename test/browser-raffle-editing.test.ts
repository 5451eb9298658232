import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { asOperator, atRaffle } from './support/operator-visit.js';
import { fieldOf, inputOf, isFormSaved, saveForm } from './support/raffle-form.js';
import { raffleDesk } from './support/raffles.js';
import { salesDesk, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

interface Attributed {
  getAttribute(name: string): string | null;
}

inChromium('a raffle that is edited', (visitor) => {
  const server = forTests(startTestServer);
  let desk: ReturnType<typeof raffleDesk>;
  let tokens: { ana: string; bia: string };
  beforeAll(async () => {
    await seedProviders(server);
    tokens = { ana: (await anAdmin(server)).token, bia: (await anAdmin(server)).token };
    desk = raffleDesk(server, tokens.ana);
  });

  const atSettings = (id: string, token = tokens.ana) => atRaffle(visitor, { url: server.url, token, id, tab: 'settings' });
  const rowOf = (id: string) => server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id } });
  async function saysAll(page: Page, problems: Record<string, string>) {
    for (const [name, words] of Object.entries(problems)) await fieldOf(page, name).getByText(words).waitFor();
    const named = (selector: string, attribute: string) =>
      page
        .locator(selector)
        .evaluateAll((all, of) => all.map((one) => (one as unknown as Attributed).getAttribute(of)), attribute);
    const names = new Set(Object.keys(problems));
    expect(new Set(await named('form [aria-invalid=true]', 'name'))).toEqual(names);
    expect(new Set(await named('form a[href^="#field-"]', 'href'))).toEqual(new Set([...names].map((name) => `#field-${name}`)));
  }

  it('is made after wrong values, each said at its field and none lost, and sells at the price that was typed', async () => {
    const { page, everyLook } = await visitor(asOperator(server.url, tokens.ana));
    await page.goto(`${server.url}/dashboard/raffles`);
    await page.getByText('Nenhuma rifa ainda.').waitFor();
    await everyLook('raffles-empty');
    await page.getByRole('link', { name: 'Nova rifa' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Nova rifa' }).waitFor();
    await everyLook('raffle-new');

    const fill = async (values: Record<string, string>) => {
      for (const [name, value] of Object.entries(values)) await inputOf(page, name).fill(value);
    };
    await fill({ quotaPrice: 'muito', maxBuyerQuantity: 'dez', fastSelectionCards: '5 ou 10' });
    await page.getByRole('button', { name: 'Criar rascunho' }).click();
    await saysAll(page, {
      title: 'Preencha este campo.',
      quotaPrice: 'Escreva um valor como 1.234,50.',
      quotaQuantity: 'Preencha este campo.',
      maxBuyerQuantity: 'Escreva um número inteiro.',
      fastSelectionCards: 'Escreva números inteiros com espaço entre eles.',
    });
    await page.getByText('Nada foi salvo: há 5 problemas.').waitFor();
    await everyLook('raffle-new-unreadable');
    await page.getByRole('link', { name: 'Preço de uma cota' }).click();
    expect(await page.evaluate<string>('document.activeElement.name')).toBe('quotaPrice');
    expect(await inputOf(page, 'quotaPrice').inputValue()).toBe('muito');

    const wrong = {
      title: 'Casa na praia',
      quotaPrice: '1.234,50',
      quotaQuantity: '1.000',
      maxBuyerQuantity: '',
      fastSelectionCards: '5 10',
      slug: 'Casa na Praia',
      photoUrl: 'foto.jpg',
      reservationTimeLimit: '90',
      whatsapp: '11987654321',
      whatsappGroup: 'http://grupo.example.com',
      email: 'ninguém',
    };
    await fill(wrong);
    await page.getByRole('button', { name: 'Criar rascunho' }).click();
    await saysAll(page, {
      slug: 'deve ter letras minúsculas e dígitos',
      photoUrl: 'deve ser um endereço http ou https',
      reservationTimeLimit: 'não pode ser maior que 60',
      whatsapp: 'deve ter país e DDD, como',
      whatsappGroup: 'deve ser um endereço https',
      email: 'deve ser um e-mail',
    });
    for (const [name, value] of Object.entries(wrong))
      expect([name, await inputOf(page, name).inputValue()]).toEqual([name, value]);
    expect(await server.app.db.prisma.raffle.count()).toBe(0);

    await fill({ slug: 'casa', photoUrl: '', reservationTimeLimit: '30', whatsapp: '', whatsappGroup: '', email: '' });
    await fill({ minReservationQuantity: '10', maxReservationQuantity: '5', maxBuyerQuantity: '2', popularSelectionCard: '7' });
    await fill({ startsAt: '2030-01-02T12:00', endsAt: '2030-01-01T12:00', drawAt: '2029-12-31T12:00' });
    await page.getByRole('button', { name: 'Criar rascunho' }).click();
    await saysAll(page, {
      maxReservationQuantity: 'não pode ser menor que o mínimo por pedido, 10',
      maxBuyerQuantity: 'não pode ser menor que o mínimo por pedido, 10',
      fastSelectionCards: 'devem ser todos de 10 a 5, como os pedidos',
      popularSelectionCard: 'deve ser uma das quantidades sugeridas',
      endsAt: 'deve ser depois do início das vendas',
      drawAt: 'não pode ser antes do fim das vendas',
    });
    expect(await server.app.db.prisma.raffle.count()).toBe(0);

    await fill({ minReservationQuantity: '', maxReservationQuantity: '', maxBuyerQuantity: '', popularSelectionCard: '5' });
    await fill({ startsAt: '', endsAt: '', drawAt: '' });
    await fieldOf(page, 'quotaPrice').getByText('Entendido: R$ 1.234,50.').waitFor();
    await page.getByRole('button', { name: 'Criar rascunho' }).click();
    await page.getByRole('heading', { level: 1, name: 'Casa na praia' }).waitFor();
    await page.getByText('Em preparação. Só operadores veem esta rifa.').waitFor();
    await everyLook('raffle-settings');
    await page.getByRole('link', { name: '← Todas as rifas' }).click();
    const line = page.getByRole('listitem').filter({ hasText: 'Casa na praia' });
    await line.getByText('Rascunho').waitFor();
    await line.getByText('R$ 1.234,50 por cota · 1.000 cotas').waitFor();

    await line.getByRole('link', { name: 'Casa na praia' }).click();
    await page.getByRole('link', { name: 'Configurações' }).click();
    await page.getByRole('button', { name: 'Abrir as vendas' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Abrir as vendas' }).click();
    await page.getByRole('link', { name: 'Ver a página' }).waitFor();
    const buyer = await visitor();
    await buyer.page.goto(`${server.url}/r/casa`);
    await buyer.page.getByText('R$ 1.234,50', { exact: true }).first().waitFor();
    await buyer.page.getByRole('button', { name: 'Comprar por R$ 6.172,50' }).waitFor();
  });

  it('by two operators at once keeps what each changed', async () => {
    const id = await desk.open({ title: 'A quatro mãos', slug: 'a-quatro-maos' });
    const { page: one } = await atSettings(id);
    const { page: other } = await atSettings(id, tokens.bia);
    const sent: unknown[] = [];
    other.on('request', (request) => {
      const body = request.postData();
      if (body?.includes('updateRaffle')) sent.push((JSON.parse(body) as { variables: unknown }).variables);
    });
    await inputOf(other, 'statusText').fill('Últimas cotas');
    await inputOf(one, 'subtitle').fill('Com documento');
    await saveForm(one);
    await isFormSaved(one);
    await saveForm(other);
    await isFormSaved(other);
    expect(await rowOf(id)).toMatchObject({ subtitle: 'Com documento', statusText: 'Últimas cotas' });
    expect(sent).toEqual([{ id, input: { statusText: 'Últimas cotas' } }]);
    await expect.poll(() => inputOf(other, 'subtitle').inputValue()).toBe('Com documento');
  });

  it('no longer changes what was sold, and says so: to who looks, and to who had typed already', async () => {
    const id = await desk.open({ title: 'Já vendida', slug: 'ja-vendida' });
    const { page: late } = await atSettings(id);
    await inputOf(late, 'quotaPrice').fill('2,00');
    await inputOf(late, 'statusText').fill('Corra');
    const buyer = await aCustomer(server);
    const sale = await salesDesk(server.graphql).buy(buyer.token, { raffleId: id, quotaQuantity: 3 });
    expect(sale.order?.status).toBe('PENDING');
    await saveForm(late);
    await saysAll(late, { quotaPrice: 'não muda mais desde o primeiro pedido' });
    expect(await rowOf(id)).toMatchObject({ quotaPrice: 100n, statusText: null });

    const { page, everyLook } = await atSettings(id, tokens.bia);
    await fieldOf(page, 'quotaPrice').getByText('Não muda mais: já há pedidos.').waitFor();
    await salesDesk(server.graphql).pay(tokens.bia, sale.order!.id);
    await page.reload();
    for (const name of ['quotaPrice', 'quotaQuantity', 'drawMode', 'prizes', 'acumulativeCombo', 'enableQuotaPrizes']) {
      await fieldOf(page, name).getByText('Não muda mais: já há cotas pagas.').waitFor();
      const enabled = fieldOf(page, name).locator(':is(input, select, textarea, button):enabled');
      expect([name, await enabled.count()]).toEqual([name, 0]);
    }
    expect(await inputOf(page, 'title').isEnabled()).toBe(true);
    await everyLook('raffle-settings-sold');
  });
});
