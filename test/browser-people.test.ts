import { beforeAll, expect, it } from 'vitest';
import { aCustomer, anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { asOperator } from './support/operator-visit.js';
import { forTests, startTestServer } from './support/start.js';

inChromium('people', (visitor) => {
  const server = forTests(startTestServer);
  let owner: string;
  beforeAll(async () => {
    owner = (await anAdmin(server)).token;
  });

  async function at(token: string, path = '/people') {
    const one = await visitor(asOperator(server.url, token));
    await one.page.goto(`${server.url}/dashboard${path}`);
    await one.page.getByRole('navigation', { name: 'Painel' }).waitFor();
    return one;
  }

  it('are found by phone, logged out everywhere, blocked with a reason and let in again', { timeout: 60_000 }, async () => {
    const buyer = await aCustomer(server, { name: 'Rita Prado' });
    const { page, everyLook } = await at(owner);
    await page.getByRole('link', { name: 'Rita Prado' }).waitFor();
    await everyLook('people');
    await page.getByLabel('Achar um comprador por telefone ou nome').fill('123');
    await page.getByRole('button', { name: 'Procurar', exact: true }).click();
    await page.getByText('Escreva o telefone com DDD').waitFor();
    await page.getByLabel('Achar um comprador por telefone ou nome').fill('(11) 91234-5678');
    await page.getByRole('button', { name: 'Procurar', exact: true }).click();
    await page.getByText('Ninguém tem este telefone.').waitFor();
    await page.getByLabel('Achar um comprador por telefone ou nome').fill(buyer.phone);
    await page.getByRole('button', { name: 'Procurar', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Rita Prado' }).waitFor();
    await page.goBack();
    await page.getByLabel('Achar um comprador por telefone ou nome').fill('prado');
    await page.getByRole('button', { name: 'Procurar', exact: true }).click();
    await page.getByRole('option', { name: /Rita Prado/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Rita Prado' }).waitFor();
    await page.getByText('Ainda não: outra pessoa pode ter cadastrado este número.').waitFor();

    await page.getByRole('button', { name: 'Encerrar sessões' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Encerrar sessões' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await expect.poll(async () => (await server.graphql('{ me { id } }', {}, buyer)).status, { timeout: 10_000 }).toBe(401);

    await page.getByRole('button', { name: 'Bloquear', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click();
    await page.getByText('Escreva o que aconteceu').waitFor();
    await page.getByRole('dialog').getByLabel('Motivo').fill('Contestou o PIX');
    await page.getByRole('dialog').getByRole('button', { name: 'Bloquear' }).click();
    await page.getByText('Contestou o PIX').waitFor();
    await everyLook('person-blocked');
    expect((await server.app.db.prisma.user.findUnique({ where: { id: buyer.id } }))?.blockedReason).toBe('Contestou o PIX');
    await page.getByRole('button', { name: 'Desbloquear' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Desbloquear' }).click();
    await page.getByRole('button', { name: 'Bloquear', exact: true }).waitFor();

    await page.getByRole('button', { name: 'Mudar dados' }).click();
    await page.getByRole('dialog').getByLabel('Telefone').fill('99');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('dialog').getByLabel('Telefone').and(page.locator('[aria-invalid="true"]')).waitFor();
    await page.getByRole('dialog').getByLabel('Telefone').fill('(21) 99876-5432');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('link', { name: '(21) 99876-5432' }).waitFor();
    await page.getByRole('button', { name: 'Mudar dados' }).click();
    await page.getByRole('dialog').getByLabel('Telefone').fill('');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    await page.getByRole('link', { name: '(21) 99876-5432' }).waitFor({ state: 'detached' });
    expect((await server.app.db.prisma.user.findUnique({ where: { id: buyer.id } }))?.phone).toBeNull();

    await page.getByRole('button', { name: 'Excluir' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Excluir' }).click();
    await page.getByRole('heading', { level: 1, name: 'Anônimo' }).waitFor();
  });

  it('who operate are made with a role, and see what they may do', { timeout: 60_000 }, async () => {
    const { page, everyLook } = await at(owner, '/people?kind=operators');
    await page.getByRole('button', { name: 'Novo operador' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await dialog.getByLabel('Nome').and(page.locator('[aria-invalid="true"]')).waitFor();
    await dialog.getByLabel('Nome').fill('Caio Reis');
    await dialog.getByLabel('E-mail').fill('caio@example.com');
    await dialog.getByLabel('Primeira senha').fill('cavalo bateria grampo');
    await dialog.getByLabel('Função').selectOption('FINANCE');
    await everyLook('operator-new');
    await dialog.getByRole('button', { name: 'Criar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Caio Reis' }).waitFor();
    await page.getByText('Financeiro').waitFor();

    const menuOf = async (token: string) => {
      const desk = await at(token, '');
      await desk.page.getByRole('heading', { level: 1, name: 'Visão geral' }).waitFor();
      return desk.page.getByRole('navigation', { name: 'Painel' }).getByRole('link').allTextContents();
    };
    expect(await menuOf((await anAdmin(server, 'FINANCE')).token)).toEqual([
      'Visão geral',
      'Rifas',
      'Pedidos',
      'Tarefas',
      'Prêmios',
      'Pendências',
      'Provedores PIX',
      'Pessoas',
      'Indicações',
      'Integrações antigas',
    ]);
    expect(await menuOf((await anAdmin(server, 'MANAGER')).token)).toEqual([
      'Visão geral',
      'Rifas',
      'Pedidos',
      'Tarefas',
      'Prêmios',
      'Pessoas',
      'Site',
    ]);
    expect(await menuOf((await anAdmin(server, 'SUPPORT')).token)).toEqual([
      'Visão geral',
      'Pedidos',
      'Tarefas',
      'Prêmios',
      'Pendências',
      'Pessoas',
      'Indicações',
      'Webhooks',
      'Integrações antigas',
    ]);
    expect(await menuOf(owner)).toContain('Rifas');
  });
});
