import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { asOperator } from './support/operator-visit.js';
import { inputOf, saveForm } from './support/raffle-form.js';
import { raffleDesk } from './support/raffles.js';
import { forTests, startTestServer } from './support/start.js';

const PHONE = { width: 390, height: 844 };

inChromium('toasts', (visitor) => {
  const server = forTests(startTestServer);
  let token: string;
  beforeAll(async () => {
    token = (await anAdmin(server)).token;
  });

  async function at(path: string) {
    const one = await visitor(asOperator(server.url, token));
    // Time goes on by itself, and can be passed over.
    await one.page.clock.install();
    await one.page.goto(`${server.url}/dashboard${path}`);
    await one.page.getByRole('navigation', { name: 'Painel' }).waitFor();
    return one;
  }
  const region = (page: Page) => page.getByRole('region', { name: 'Avisos' });
  const toast = (page: Page, text: string) => region(page).getByRole('status').getByText(text);
  const undo = (page: Page) => region(page).getByRole('button', { name: 'Desfazer' });
  const focused = (page: Page) =>
    page.evaluate<string>("document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent");
  const isBlocked = async (id: string) => {
    const answer = await server.graphql('query ($id: ID!) { user(id: $id) { blockedAt } }', { id }, { token });
    return (answer.data.user as { blockedAt: string | null }).blockedAt !== null;
  };
  async function block(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Bloquear', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Motivo').fill('Contestou o PIX');
    await page.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click();
  }

  it('say what was done, and take it back from the keyboard', { timeout: 60_000 }, async () => {
    const rita = await aCustomer(server, { name: 'Rita Prado' });
    const { page, everyLook } = await at(`/people/${rita.id}`);
    // A live region that comes with its first text is not read out.
    expect(await region(page).getByRole('status').count()).toBe(1);
    await block(page);
    await toast(page, 'A conta de Rita Prado foi bloqueada.').waitFor();
    await page.getByText('Contestou o PIX').waitFor();
    expect(await isBlocked(rita.id)).toBe(true);
    await everyLook('toast-undo');

    await page.keyboard.press('F8');
    expect(await focused(page)).toContain('Desfazer');
    await page.keyboard.press('Enter');
    await toast(page, 'A conta de Rita Prado foi desbloqueada.').waitFor();
    // The screen shows it too.
    await page.getByRole('button', { name: 'Bloquear', exact: true }).waitFor();
    expect(await isBlocked(rita.id)).toBe(false);
    expect(await toast(page, 'A conta de Rita Prado foi bloqueada.').count()).toBe(0);
    // Back to the button that opened the dialog.
    await expect.poll(() => focused(page)).toBe('Bloquear');
    await page.keyboard.press('F8');
    expect(await focused(page)).toBe('Fechar o aviso');
    await page.keyboard.press('Escape');
    await expect.poll(() => region(page).getByRole('button').count()).toBe(0);
    await expect.poll(() => focused(page)).toBe('Bloquear');
  });

  it('stay on the next screen, whose list an undo loads again', { timeout: 60_000 }, async () => {
    const dora = await aCustomer(server, { name: 'Dora Lins' });
    const { page } = await at(`/people/${dora.id}`);
    await block(page);
    await toast(page, 'A conta de Dora Lins foi bloqueada.').waitFor();
    await page.getByRole('link', { name: 'Pessoas', exact: true }).first().click();
    const row = page.getByRole('row', { name: /Dora Lins/ });
    await row.getByText('conta bloqueada', { exact: true }).waitFor();
    await undo(page).click();
    await row.getByText('conta bloqueada', { exact: true }).waitFor({ state: 'detached' });
    expect(await isBlocked(dora.id)).toBe(false);
  });

  it('say why something was not undone, until it is closed', { timeout: 60_000 }, async () => {
    const ivo = await aCustomer(server, { name: 'Ivo Dias' });
    const { page, everyLook } = await at(`/people/${ivo.id}`);
    await block(page);
    await undo(page).waitFor();
    await server.graphql('mutation ($id: ID!) { deleteUser(id: $id) { id } }', { id: ivo.id }, { token });
    await undo(page).click();
    const failure = region(page).getByRole('alert');
    await failure.getByText(/Não foi desfeito: “A conta de Ivo Dias foi bloqueada.”/).waitFor();
    await everyLook('toast-failure');
    await page.clock.fastForward(60_000);
    expect(await failure.count()).toBe(1);
    await failure.getByRole('button', { name: 'Fechar o aviso' }).click();
    await failure.waitFor({ state: 'detached' });
  });

  it('take back nothing that somebody else did', { timeout: 60_000 }, async () => {
    const lia = await aCustomer(server, { name: 'Lia Reis' });
    const act = (text: string) => server.graphql(`mutation ($id: ID!) { ${text} { id } }`, { id: lia.id }, { token });
    const byAnother = 'blockUser(id: $id, reason: "Fraude")';
    const { page } = await at(`/people/${lia.id}`);
    await page.getByRole('button', { name: 'Bloquear', exact: true }).waitFor();
    // The page does not know yet.
    await act(byAnother);
    await block(page);
    await toast(page, 'A conta de Lia Reis já estava bloqueada por outra pessoa. Vale o motivo dela.').waitFor();
    expect(await undo(page).count()).toBe(0);
    await page.getByText('Fraude').waitFor();

    await act('unblockUser(id: $id)');
    await page.reload();
    await block(page);
    await undo(page).waitFor();
    await act('unblockUser(id: $id)');
    await act(byAnother);
    await undo(page).click();
    await region(page).getByRole('alert').getByText('Outra pessoa mudou isto depois: nada foi desfeito.').waitFor();
    await page.getByText('Fraude').waitFor();
    expect(await isBlocked(lia.id)).toBe(true);

    // A failure stays when later toasts come.
    for (const name of ['Ana Sá', 'Bia Sá', 'Caio Sá']) {
      await aCustomer(server, { name });
      await page.getByRole('link', { name: 'Pessoas', exact: true }).first().click();
      await page.getByRole('link', { name }).click();
      await page.getByRole('heading', { name }).waitFor();
      await page.getByRole('button', { name: 'Encerrar sessões' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Encerrar sessões' }).click();
      await toast(page, `As sessões de ${name} foram encerradas.`).waitFor();
    }
    expect(await region(page).getByRole('alert').count()).toBe(1);
    expect(await region(page).getByRole('status').locator('p').count()).toBe(2);
  });

  it('offer no undo of deleting a webhook that was off, which would turn it on', { timeout: 60_000 }, async () => {
    const made = await server.graphql(
      `mutation { createWebhookEndpoint(input: { url: "https://example.com/eventos" }) { endpoint { id } } }`,
      {},
      { token },
    );
    const id = Number(made.data.createWebhookEndpoint.endpoint.id);
    await server.app.db.prisma.webhookEndpoint.update({ where: { id }, data: { disabledAt: new Date() } });
    const { page } = await at('/webhooks');
    await page.getByRole('button', { name: 'Excluir', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await toast(page, 'https://example.com/eventos foi excluído.').waitFor();
    expect(await undo(page).count()).toBe(0);
  });

  it('go away by themselves, but not from under the pointer, and are at most three', { timeout: 60_000 }, async () => {
    const { page, everyLook } = await at('/site');
    const save = page.getByRole('button', { name: 'Salvar códigos' });
    const saved = toast(page, 'Códigos salvos.');
    await save.click();
    await saved.waitFor();
    await saved.hover();
    await page.clock.fastForward(20_000);
    expect(await saved.count()).toBe(1);
    await page.mouse.move(5, 5);
    await page.clock.fastForward(6_000);
    await saved.waitFor({ state: 'detached' });

    const shown = region(page).getByRole('status').locator('p');
    await save.click();
    await saved.waitFor();
    // The same again is said again, and shown once.
    await save.click();
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await expect.poll(() => shown.allTextContents()).toEqual(['Nada mudou.', 'Códigos salvos.']);
    for (const question of ['Como pago?', 'Quando é o sorteio?']) {
      await page.getByRole('button', { name: 'Nova pergunta' }).click();
      await page.getByRole('dialog').getByLabel('Pergunta').fill(question);
      await page.getByRole('dialog').getByLabel('Resposta').fill('Por PIX.');
      await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
      await toast(page, `A pergunta “${question}” foi salva.`).waitFor();
    }
    expect(await shown.allTextContents()).toEqual([
      'A pergunta “Quando é o sorteio?” foi salva.',
      'A pergunta “Como pago?” foi salva.',
      'Nada mudou.',
    ]);
    await everyLook('toasts');
    await page.clock.fastForward(6_000);
    await expect.poll(() => shown.count()).toBe(0);
  });

  it('cover neither what can be done at the foot of a phone nor a dialog', { timeout: 60_000 }, async () => {
    const id = await raffleDesk(server, token).open({ title: 'Moto', slug: 'moto-dos-avisos' });
    const { page, screenshot } = await at(`/raffles/${id}/settings`);
    await page.setViewportSize(PHONE);
    await inputOf(page, 'subtitle').fill('Zero quilômetro');
    await saveForm(page);
    const saved = toast(page, 'Alterações salvas.');
    await saved.waitFor();
    await screenshot('toast-over-bar-390');
    const [above, bar] = await Promise.all([saved.boundingBox(), page.locator('[data-foot-bar]').boundingBox()]);
    expect(above!.y + above!.height).toBeLessThan(bar!.y);

    await page.goto(`${server.url}/dashboard/raffles`);
    await page.getByRole('button', { name: 'Categorias' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Outra categoria').fill('Motos');
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await dialog.getByText('Motos').waitFor();
    await dialog.getByRole('button', { name: 'Excluir: Motos' }).click();
    await dialog.getByText('Nenhuma categoria ainda.').waitFor();
    // Behind the dialog it would be neither seen nor heard.
    expect(await region(page).getByRole('button').count()).toBe(0);
    await page.keyboard.press('Escape');
    await toast(page, 'A categoria Motos foi excluída.').waitFor();
    await undo(page).click();
    const left = async () => (await server.graphql('{ raffleCategories { name } }', {}, { token })).data.raffleCategories;
    await expect.poll(left).toEqual([{ name: 'Motos' }]);
  });
});
