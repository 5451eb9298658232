import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { asOperator } from './support/operator-visit.js';
import { anOpenRaffle, seedProviders } from './support/sales.js';
import { forTests, startTestServer } from './support/start.js';

inChromium('the site', (visitor) => {
  const server = forTests(startTestServer);
  let token: string;
  let url: string;
  beforeAll(async () => {
    await seedProviders(server);
    token = (await anAdmin(server)).token;
    await anOpenRaffle(server, { slug: 'moto', title: 'Moto 0 km' });
    url = `${server.url}/r/moto`;
  });

  async function atSite(options: { locale?: string } = {}) {
    const one = await visitor({ ...asOperator(server.url, token), ...options });
    await one.page.goto(`${server.url}/dashboard/site`);
    await one.page.getByRole('heading', { level: 1, name: 'Site' }).waitFor();
    return one;
  }

  it('is called and coloured as an operator says, and a visitor sees it', { timeout: 60_000 }, async () => {
    const { page, everyLook } = await atSite();
    await page.getByLabel('Nome do site').fill('Rifas da Ana');
    await page.getByLabel('Cor', { exact: true }).fill('#FFCC00');
    await page.getByLabel('Instagram').fill('@rifas.da.ana');
    await page.getByLabel('CNPJ', { exact: true }).fill('11.222.333/0001-82');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await page.getByText('deve ser um CNPJ válido').waitFor();
    await page.getByLabel('CNPJ', { exact: true }).fill('11.222.333/0001-81');
    await page.getByLabel('Nome da empresa').fill('Ana Rifas Ltda.');
    await page.getByLabel('Mostrar empresa e CNPJ ao público').check();
    await page.getByLabel('Termos de uso').fill('Primeiro.\n\nSegundo.');
    await page.getByLabel('Google Analytics 4').fill("<script>alert('G-1')</script>");
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await page.getByText('Alterações salvas. As páginas').waitFor();
    await page.getByRole('button', { name: 'Salvar códigos' }).click();
    await page.getByText('deve ser só o identificador, como G-ABC1234567').waitFor();
    await page.getByLabel('Google Analytics 4').fill('G-ABC1234567');
    await page.getByRole('button', { name: 'Salvar códigos' }).click();
    await page.getByText('Códigos salvos.').waitFor();
    await everyLook('site-settings');
    await page.reload();
    await expect.poll(() => page.getByLabel('Cor', { exact: true }).inputValue()).toBe('#ffcc00');
    expect(await page.getByLabel('Instagram').inputValue()).toBe('https://www.instagram.com/rifas.da.ana');
    expect(await page.getByLabel('Google Analytics 4').inputValue()).toBe('G-ABC1234567');

    const guest = await visitor();
    await guest.page.goto(url);
    await guest.page.getByRole('banner').getByText('Rifas da Ana').waitFor();
    const accent = `getComputedStyle(document.documentElement).getPropertyValue('--accent-soft')`;
    expect(await guest.page.evaluate<string>(accent)).toMatch(/^#f/);
    await guest.page.getByText('Promotora: Ana Rifas Ltda. · CNPJ 11.222.333/0001-81').waitFor();
    await guest.everyLook('raffle-of-a-site');
    await guest.page.getByRole('link', { name: 'Termos de uso' }).click();
    await guest.page.getByRole('heading', { level: 1, name: 'Termos de uso' }).waitFor();
    expect(await guest.page.locator('main p').allTextContents()).toEqual(['Primeiro.', 'Segundo.']);
    await guest.everyLook('site-terms');
  });

  it('tells visitors what an operator writes, until they put it away', { timeout: 60_000 }, async () => {
    const { page, everyLook } = await atSite();
    await page.getByRole('button', { name: 'Novo aviso' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Título').fill('Sorteio hoje');
    await dialog.getByLabel('Texto').fill('Ao vivo às 20h.');
    await dialog.getByLabel('Aparece a partir de').fill('2030-01-31T20:00');
    await dialog.getByLabel('Some em').fill('2030-01-30T20:00');
    await everyLook('site-notice-dialog');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await dialog.getByText('deve ser depois do início').waitFor();
    await dialog.getByLabel('Some em').fill('2030-02-01T20:00');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('Programado').waitFor();
    await page.getByRole('button', { name: 'Mudar: Sorteio hoje' }).click();
    await dialog.getByLabel('Aparece a partir de').fill('');
    await dialog.getByRole('button', { name: 'Salvar' }).click();
    await page.getByText('No ar').waitFor();
    await everyLook('site-notices');

    const guest = await visitor();
    const notices = guest.page.getByRole('region', { name: 'Avisos' });
    await expect
      .poll(async () => {
        await guest.page.goto(url);
        return notices.count();
      })
      .toBe(1);
    await notices.getByText('Ao vivo às 20h.').waitFor();
    // Who uses a keyboard begins at the top of the page.
    await notices.getByRole('button').waitFor();
    expect(await guest.page.evaluate<string>('document.activeElement.tagName')).toBe('BODY');
    await guest.everyLook('raffle-with-a-notice');
    await notices.getByRole('button', { name: 'Dispensar: Sorteio hoje' }).click();
    await notices.waitFor({ state: 'detached' });
    await guest.page.reload();
    await guest.page.getByRole('button', { name: 'Meus números' }).waitFor();
    await expect.poll(() => notices.count()).toBe(0);

    await page.getByRole('button', { name: 'Excluir: Sorteio hoje' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await page.getByText('Nenhum aviso.').waitFor();
  });

  it('answers questions in the order that an operator gives them', { timeout: 60_000 }, async () => {
    const { page, everyLook } = await atSite();
    for (const [index, question] of ['Como pago?', 'Quando é o sorteio?'].entries()) {
      await page.getByRole('button', { name: 'Nova pergunta' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Pergunta').fill(question);
      await dialog.getByLabel('Resposta').fill('Veja aqui.');
      await dialog.getByRole('button', { name: 'Salvar' }).click();
      await page.getByText(`${index + 1}. ${question}`).waitFor();
    }
    await page.getByRole('button', { name: 'Subir: Quando é o sorteio?' }).click();
    await page.getByText('1. Quando é o sorteio?').waitFor();
    await page.getByText('está agora em 1º lugar').waitFor();
    await everyLook('site-faqs');

    const guest = await visitor();
    await guest.page.route('**/*.js', (route) => route.abort());
    await expect.poll(async () => (await guest.page.goto(`${server.url}/faq`))?.status()).toBe(200);
    await expect
      .poll(async () => {
        await guest.page.reload();
        return guest.page.getByRole('heading', { level: 2 }).allTextContents();
      })
      .toEqual(['Quando é o sorteio?', 'Como pago?']);
    await guest.everyLook('site-faq');
  });

  it('speaks English to an operator who reads it', async () => {
    const { page, axe } = await atSite({ locale: 'en-US' });
    await page.getByRole('heading', { name: 'About the site' }).waitFor();
    await page.getByLabel('Name of the site').waitFor();
    expect(await axe()).toEqual([]);
  });

  it('keeps where a buyer came from with the order, through a reload and another language', async () => {
    const { token: buyer } = await aCustomer(server);
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const kept = JSON.stringify({ accessToken: buyer, expiresAt, renewAt: Number.MAX_SAFE_INTEGER });
    const entries = { 'raffle-gateway.buyer': kept };
    const { page } = await visitor({ localStorage: { origin: server.url, entries } });
    await page.goto(`${url}?utm_source=instagram&utm_campaign=${'x'.repeat(130)}&sck=a%7Cb&fbclid=1`);
    await page.getByRole('button', { name: 'Comprar' }).waitFor();
    await page.goto(`${url}?lang=pt-BR`);
    await page.reload();
    await page.getByRole('button', { name: 'Comprar' }).click();
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => server.app.db.prisma.order.count()).toBe(1);
    const { tracking } = await server.app.db.prisma.order.findFirstOrThrow();
    expect(tracking).toEqual({ utmSource: 'instagram', utmCampaign: 'x'.repeat(120), sck: 'a|b' });
  });
});
