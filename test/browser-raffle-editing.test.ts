import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { asOperator, atRaffle } from './support/operator-visit.js';
import { fieldOf, inputOf, isFormSaved, openAllParts, saveForm } from './support/raffle-form.js';
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

  const atSettings = async (id: string, token = tokens.ana) => {
    const at = await atRaffle(visitor, { url: server.url, token, id, tab: 'settings' });
    await openAllParts(at.page);
    return at;
  };
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

  it(
    'is made in four steps, each refused with its own words and kept over going back and a reload',
    { timeout: 120_000 },
    async () => {
      const { page, everyLook, axe } = await visitor(asOperator(server.url, tokens.ana));
      const fill = async (values: Record<string, string>) => {
        for (const [name, value] of Object.entries(values)) await inputOf(page, name).fill(value);
      };
      const goOn = () => page.getByRole('button', { name: 'Continuar' }).click();
      const atStep = (name: string) => page.getByRole('heading', { level: 2, name }).waitFor();
      await page.goto(`${server.url}/dashboard/raffles`);
      await page.getByText('Nenhuma rifa ainda.').waitFor();
      await everyLook('raffles-empty');
      await page.getByRole('link', { name: 'Nova rifa' }).first().click();
      await atStep('Passo 1 de 4: O que se ganha');
      await everyLook('raffle-step-1');

      await goOn();
      await saysAll(page, { title: 'Preencha este campo.' });
      await fill({ title: 'Casa na praia', photoUrl: 'foto.jpg' });
      await page.getByRole('radio', { name: 'Celular' }).check();
      await goOn();
      await saysAll(page, { photoUrl: 'deve ser um endereço http ou https' });
      expect(await server.app.db.prisma.raffle.count()).toBe(0);
      await page.reload();
      expect(await inputOf(page, 'title').inputValue()).toBe('Casa na praia');
      await fill({ photoUrl: '' });
      await page.getByRole('button', { name: 'Adicionar prêmio' }).click();
      await inputOf(page, 'prizes').fill('A chave da casa');
      await goOn();

      await atStep('Passo 2 de 4: Cotas e preço');
      const { id } = await server.app.db.prisma.raffle.findFirstOrThrow();
      expect(await rowOf(id)).toMatchObject({ status: 'DRAFT', slug: 'casa-na-praia', quotaPrice: 1_000n, quotaQuantity: 100 });
      expect(await server.app.db.prisma.rafflePrize.findMany()).toMatchObject([{ title: 'A chave da casa' }]);
      await fill({ quotaPrice: 'muito', maxBuyerQuantity: 'dez', fastSelectionCards: '5 ou 10' });
      await goOn();
      await saysAll(page, {
        quotaPrice: 'Escreva um valor como 1.234,50.',
        maxBuyerQuantity: 'Escreva um número inteiro.',
        fastSelectionCards: 'Escreva números inteiros com espaço entre eles.',
      });
      await page.getByText('Nada foi salvo: há 3 problemas.').waitFor();
      await everyLook('raffle-step-2-unreadable');
      await page.getByRole('link', { name: 'Preço de uma cota' }).click();
      expect(await page.evaluate<string>('document.activeElement.name')).toBe('quotaPrice');
      await fill({ quotaPrice: '1.234,50', quotaQuantity: '1.000', maxBuyerQuantity: '2', reservationTimeLimit: '90' });
      await fill({
        minReservationQuantity: '10',
        maxReservationQuantity: '5',
        fastSelectionCards: '5 10',
        popularSelectionCard: '',
      });
      await goOn();
      await saysAll(page, { reservationTimeLimit: 'não pode ser maior que 60' });
      await fill({ reservationTimeLimit: '30', popularSelectionCard: '7' });
      await goOn();
      await saysAll(page, {
        maxReservationQuantity: 'não pode ser menor que o mínimo por pedido, 10',
        maxBuyerQuantity: 'não pode ser menor que o mínimo por pedido, 10',
        fastSelectionCards: 'devem ser todos de 10 a 5, como os pedidos',
        popularSelectionCard: 'deve ser uma das quantidades sugeridas',
      });
      await fill({ minReservationQuantity: '', maxReservationQuantity: '', maxBuyerQuantity: '', popularSelectionCard: '5' });
      await fieldOf(page, 'quotaPrice').getByText('Entendido: R$ 1.234,50.').waitFor();

      // Neither the way back nor a reload loses what is typed, and it is saved from any step.
      await page.getByRole('button', { name: 'Voltar' }).click();
      await atStep('Passo 1 de 4: O que se ganha');
      await fill({ subtitle: 'Com vista para o mar' });
      await page.reload();
      expect(await inputOf(page, 'subtitle').inputValue()).toBe('Com vista para o mar');
      await page.getByRole('link', { name: 'Cotas e preço' }).click();
      expect(await inputOf(page, 'quotaPrice').inputValue()).toBe('1.234,50');
      await goOn();
      await atStep('Passo 3 de 4: Sorteio e lei');
      expect(await rowOf(id)).toMatchObject({ quotaPrice: 123_450n, quotaQuantity: 1_000, subtitle: 'Com vista para o mar' });

      await page.getByText('Ninguém ainda: falta o nome e o CNPJ da empresa.').waitFor();
      expect(await page.getByRole('link', { name: 'Dizer quem responde' }).getAttribute('href')).toBe('/dashboard/site');
      const companyName = 'Prêmios do Mar Ltda';
      await server.graphql(
        'mutation ($input: UpdateSettingsInput!) { updateSettings(input: $input) { companyName } }',
        { input: { companyName, cnpj: '11222333000181' } },
        { token: tokens.ana },
      );
      await page.reload();
      await page.getByText(`${companyName} · CNPJ 11.222.333/0001-81`, { exact: true }).waitFor();

      await everyLook('raffle-step-3');
      await fill({ startsAt: '2030-01-02T12:00', endsAt: '2030-01-01T12:00', drawAt: '2029-12-31T12:00' });
      await goOn();
      await saysAll(page, { endsAt: 'deve ser depois do início das vendas', drawAt: 'não pode ser antes do fim das vendas' });
      await fill({ startsAt: '', endsAt: '', drawAt: '2030-01-05T20:00' });
      await goOn();

      await atStep('Passo 4 de 4: Ver e publicar');
      const frame = page.frameLocator('iframe[title="Prévia da página da rifa"]');
      await frame.getByRole('heading', { name: 'Casa na praia', exact: true, includeHidden: true }).waitFor();
      await frame.getByText('Comprar por R$ 6.172,50').first().waitFor();
      await everyLook('raffle-step-4');
      await page.goto(`${server.url}/dashboard/raffles/${id}/preview`);
      await page.getByText('Comprar por R$ 6.172,50').first().waitFor();
      await everyLook('raffle-preview');
      await page.goBack();

      await fill({ slug: 'Casa na Praia' });
      await page.getByRole('button', { name: 'Publicar', exact: true }).click();
      await saysAll(page, { slug: 'deve ter letras minúsculas e dígitos' });
      await fill({ slug: 'casa' });
      await page.getByRole('button', { name: 'Guardar como rascunho' }).click();
      // The same link is on the page that is left.
      await page.waitForURL(/\/raffles\/[^/]+$/);
      await page.getByRole('link', { name: 'Passo a passo' }).click();
      await page.getByRole('link', { name: 'Ver e publicar' }).click();

      await server.app.db.prisma.paymentProvider.updateMany({ data: { active: false } });
      server.app.providers.drop();
      await page.reload();
      await page.getByText('Nenhum provedor PIX está ativo').waitFor();
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Publicar', exact: true }).click();
      await dialog.getByRole('button', { name: 'Abrir as vendas' }).click();
      await dialog.getByText('Nenhum provedor PIX está ativo').waitFor();
      expect((await rowOf(id)).status).toBe('DRAFT');
      expect(await axe()).toEqual([]);
      await dialog.getByRole('button', { name: 'Abrir mesmo assim' }).click();
      await page.getByRole('link', { name: 'Ver a página' }).waitFor();
      expect(await rowOf(id)).toMatchObject({ status: 'OPEN', slug: 'casa' });
      await server.app.db.prisma.paymentProvider.updateMany({ data: { active: true } });
      server.app.providers.drop();

      await page.getByRole('link', { name: '← Todas as rifas' }).click();
      const line = page.getByRole('listitem').filter({ hasText: 'Casa na praia' });
      await line.getByText('R$ 1.234,50 por cota · 1.000 cotas').waitFor();
      const buyer = await visitor();
      await buyer.page.goto(`${server.url}/r/casa`);
      await buyer.page.getByRole('button', { name: 'Comprar por R$ 6.172,50' }).waitFor();
    },
  );

  it('is made from another one, in the first step or from its own screen', { timeout: 60_000 }, async () => {
    const id = await desk.open({ title: 'Barco', slug: 'barco', quotaPrice: '7.00', prizes: [{ title: 'O barco' }] });
    const { page, everyLook } = await visitor(asOperator(server.url, tokens.ana));
    await page.goto(`${server.url}/dashboard/raffles/new`);
    await page.getByLabel('Ou uma rifa anterior').selectOption(id);
    await page.getByRole('button', { name: 'Começar com uma cópia' }).click();
    await page.getByRole('heading', { level: 1, name: 'Barco' }).waitFor();
    await page.getByText('O rascunho está salvo.').waitFor();
    expect(await inputOf(page, 'prizes').inputValue()).toBe('O barco');

    await page.goto(`${server.url}/dashboard/raffles/${id}`);
    await page.getByRole('button', { name: 'Duplicar' }).click();
    const dialog = page.getByRole('dialog');
    await everyLook('raffle-duplicate');
    await dialog.getByLabel('Título da nova rifa').fill('Barco azul');
    await dialog.getByRole('button', { name: 'Duplicar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Barco azul' }).waitFor();
    const copies = await server.app.db.prisma.raffle.findMany({
      where: { title: { startsWith: 'Barco' }, id: { not: id } },
      orderBy: { createdAt: 'asc' },
    });
    expect(copies.map(({ title, status, quotaPrice }) => ({ title, status, quotaPrice }))).toEqual([
      { title: 'Barco', status: 'DRAFT', quotaPrice: 700n },
      { title: 'Barco azul', status: 'DRAFT', quotaPrice: 700n },
    ]);
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
    await openAllParts(page);
    for (const name of ['quotaPrice', 'quotaQuantity', 'drawMode', 'prizes', 'acumulativeCombo', 'enableQuotaPrizes']) {
      await fieldOf(page, name).getByText('Não muda mais: já há cotas pagas.').waitFor();
      const enabled = fieldOf(page, name).locator(':is(input, select, textarea, button):enabled');
      expect([name, await enabled.count()]).toEqual([name, 0]);
    }
    expect(await inputOf(page, 'title').isEnabled()).toBe(true);
    await everyLook('raffle-settings-sold');
  });
});
