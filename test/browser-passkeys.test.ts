import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { originOf } from './support/authenticator.js';
import { inChromium } from './support/browser.js';
import { anOperator, PASSWORD } from './support/second-factors.js';
import { forTests, startTestServer } from './support/start.js';

/** Chromium's own, in place of a finger: of this machine, and it verifies the person unless told otherwise. */
async function aDevice(context: BrowserContext, page: Page) {
  const session = await context.newCDPSession(page);
  await session.send('WebAuthn.enable');
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    verifies: (isUserVerified: boolean) => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
    lose: () => session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  };
}

inChromium('passkeys of an operator', (visitor) => {
  const server = forTests(() => startTestServer({ stepUpMinutes: 10 }));

  const ageProofs = (userId: string) =>
    server.app.db.prisma.session.updateMany({ where: { userId }, data: { provedAt: new Date(Date.now() - 3_600_000) } });
  const passkeysOf = (userId: string) => server.app.db.prisma.passkey.findMany({ where: { userId }, orderBy: { id: 'asc' } });

  async function atPanel(expects: RegExp[] = []) {
    const one = await visitor({ width: 1440, height: 900, expects });
    await one.page.goto(`${originOf(server)}/dashboard/account`);
    return { ...one, device: await aDevice(one.context, one.page) };
  }
  async function typePassword(page: Page, email: string) {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
  }
  async function create(page: Page, name?: string) {
    await page.getByRole('button', { name: /^Criar (outra )?chave de acesso$/ }).click();
    if (name) await page.getByRole('dialog').getByLabel('Nome').fill(name);
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click();
  }

  it('are created, renamed and removed, log in and confirm who it is', { timeout: 120_000 }, async () => {
    const { id, email } = await anOperator(server, 'FINANCE');
    const { page, device, everyLook } = await atPanel([/status of 401/]);
    await everyLook('log-in-passkey');
    await typePassword(page, email);
    await page.getByRole('heading', { level: 1, name: 'Minha conta' }).waitFor();
    await page.getByRole('button', { name: 'Criar chave de acesso' }).click();
    await page.getByRole('dialog').getByLabel('Nome').waitFor();
    expect(await page.getByRole('dialog').getByLabel('Nome').inputValue()).toBe('Linux');
    await everyLook('account-passkey-new');
    await page.getByRole('dialog').getByLabel('Nome').fill('  ');
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click();
    await page.getByText('Escreva um nome.').waitFor();
    await page.getByRole('dialog').getByLabel('Nome').fill('MacBook');
    await page.getByRole('dialog').getByRole('button', { name: 'Continuar' }).click();
    await page.getByRole('list', { name: 'Códigos de recuperação' }).waitFor();
    await page.getByRole('button', { name: 'Já guardei os códigos' }).click();
    await page.getByText('Restam 10 códigos de recuperação.').waitFor();
    await page.getByText('Ainda não usada').waitFor();
    await everyLook('account-passkeys');
    // The browser knows that it is there.
    await create(page, 'Outra');
    await page.getByText('Este aparelho já tem uma chave de acesso desta conta.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Voltar' }).click();

    // Alone.
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
    await page.getByText('Restam 10 códigos de recuperação.').waitFor();
    expect(await page.getByText('Ainda não usada').count()).toBe(0);
    // After the password.
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await typePassword(page, email);
    await page.getByText('Um código de recuperação.').waitFor();
    await everyLook('log-in-passkey-step');
    await device.verifies(false);
    await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
    await page.getByText('O navegador não recebeu a chave de acesso').waitFor();
    await device.verifies(true);
    await page.getByRole('button', { name: 'Usar chave de acesso' }).click();
    await page.getByText('Restam 10 códigos de recuperação.').waitFor();

    await ageProofs(id);
    await page.getByRole('button', { name: 'Renomear: MacBook' }).click();
    await page.getByRole('dialog').getByLabel('Nome').fill('Mac da loja');
    await page.getByRole('dialog').getByRole('button', { name: 'Salvar' }).click();
    const proof = page.getByRole('dialog', { name: 'Confirme que é você' });
    await proof.getByRole('button', { name: 'Usar chave de acesso' }).waitFor();
    await everyLook('account-proof-passkey');
    await proof.getByRole('button', { name: 'Usar chave de acesso' }).click();
    await page.getByText('Mac da loja', { exact: true }).waitFor();
    expect((await passkeysOf(id)).map(({ name }) => name)).toEqual(['Mac da loja']);

    await page.getByRole('button', { name: 'Remover: Mac da loja' }).click();
    await page.getByText('É o seu último segundo fator').waitFor();
    await everyLook('account-passkey-remove');
    await page.getByRole('dialog').getByRole('button', { name: 'Remover', exact: true }).click();
    await page.getByText('Hoje a senha basta para entrar').waitFor();
    expect(await passkeysOf(id)).toEqual([]);
    // The device has it still, and the service does not.
    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
    await page.getByText('A chave de acesso não foi aceita').waitFor();
  });

  it(
    'are enough where a role demands a second factor, and a lost device has its recovery codes',
    { timeout: 120_000 },
    async () => {
      const { id, email } = await anOperator(server, 'SUPPORT');
      await server.app.db.prisma.secondFactorRole.create({ data: { operatorRole: 'SUPPORT' } });
      const { page, device } = await atPanel([/status of 403/, /status of 401/]);
      await typePassword(page, email);
      await page.getByRole('heading', { level: 1, name: 'Falta o seu segundo fator' }).waitFor();
      await create(page);
      const list = page.getByRole('list', { name: 'Códigos de recuperação' });
      await list.waitFor();
      const [code = ''] = await list.getByRole('listitem').allTextContents();
      await page.getByRole('button', { name: 'Já guardei os códigos' }).click();
      await page.getByRole('heading', { level: 1, name: 'Minha conta' }).waitFor();
      expect(await passkeysOf(id)).toHaveLength(1);

      await device.lose();
      await page.getByRole('button', { name: 'Sair', exact: true }).click();
      await typePassword(page, email);
      await page.getByLabel('Código').fill(code);
      await page.getByRole('button', { name: 'Entrar', exact: true }).click();
      await page.getByText('Restam 9 códigos de recuperação.').waitFor();
      await server.app.db.prisma.secondFactorRole.deleteMany();
    },
  );

  it('say where they work at an address that cannot have any', { timeout: 60_000 }, async () => {
    const { page } = await visitor({ width: 390 });
    await page.goto(`${server.url}/dashboard`);
    await page.getByRole('button', { name: 'Entrar com chave de acesso' }).click();
    await page.getByText('Chaves de acesso só funcionam no endereço principal').waitFor();
  });
});
