import { expect, it } from 'vitest';
import { inChromium } from './support/browser.js';
import { OPERATOR_KEY } from './support/operator-visit.js';
import { anEnrolledOperator, anOperator, codeOf, PASSWORD } from './support/second-factors.js';
import { forTests, startTestServer } from './support/start.js';

inChromium('the account of an operator', (visitor) => {
  const server = forTests(() => startTestServer({ stepUpMinutes: 10 }));

  async function atLogIn(email: string, options: { width?: number; expects?: RegExp[] } = {}) {
    const one = await visitor({ width: 1440, height: 900, ...options });
    await one.page.goto(`${server.url}/dashboard/account`);
    await one.page.getByLabel('E-mail').fill(email);
    await one.page.getByLabel('Senha').fill(PASSWORD);
    await one.page.getByRole('button', { name: 'Entrar', exact: true }).click();
    return one;
  }
  const ageProofs = (userId: string) =>
    server.app.db.prisma.session.updateMany({ where: { userId }, data: { provedAt: new Date(Date.now() - 3_600_000) } });

  it('gets an authenticator app, whose code the next login asks for', { timeout: 90_000 }, async () => {
    const { id, email } = await anOperator(server, 'SUPPORT');
    const { page, everyLook } = await atLogIn(email, { expects: [/status of 401/] });
    await page.getByRole('heading', { level: 1, name: 'Minha conta' }).waitFor();
    await everyLook('account');
    await page.getByRole('button', { name: 'Configurar aplicativo' }).click();
    await page.getByRole('img', { name: 'Código QR' }).waitFor();
    await page.getByText('Não consigo ler o código').click();
    const secret = await page.locator('details code').innerText();
    await everyLook('account-totp');
    await page.getByLabel('Código do aplicativo').fill('000000');
    await page.getByRole('button', { name: 'Ligar o segundo fator' }).click();
    await page.getByText('está incorreto, ou já foi usado').waitFor();
    await page.getByLabel('Código do aplicativo').fill(codeOf(secret, -1));
    await page.getByRole('button', { name: 'Ligar o segundo fator' }).click();
    await page.getByRole('list', { name: 'Códigos de recuperação' }).waitFor();
    const codes = await page.getByRole('list', { name: 'Códigos de recuperação' }).getByRole('listitem').allTextContents();
    expect(codes).toHaveLength(10);
    await everyLook('account-recovery-codes');
    await page.getByRole('button', { name: 'Já guardei os códigos' }).click();
    await page.getByText('Restam 10 códigos de recuperação.').waitFor();
    await everyLook('account-second-factor');

    await page.getByRole('button', { name: 'Sair', exact: true }).click();
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByLabel('Código').fill('000000');
    await everyLook('log-in-code');
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByText('Código incorreto, ou que já foi usado').waitFor();
    await page.getByLabel('Código').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByText('Restam 10 códigos de recuperação.').waitFor();
    expect(await server.app.db.prisma.totpSecret.count({ where: { userId: id } })).toBe(1);
  });

  it('asks who it is once the proof is old, by one dialog, and then goes on', { timeout: 90_000 }, async () => {
    const { id, email, secret } = await anEnrolledOperator(server, 'FINANCE');
    const { page, everyLook } = await atLogIn(email);
    await page.getByLabel('Código').fill(codeOf(secret));
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByText('Restam 10 códigos').waitFor();
    await ageProofs(id);
    await page.getByRole('button', { name: 'Gerar novos códigos' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirme que é você' });
    await dialog.getByLabel('Código').waitFor();
    await everyLook('account-proof');
    await dialog.getByRole('button', { name: 'Voltar' }).click();
    await page.getByText('Confirme antes quem você é').waitFor();
    await page.getByRole('button', { name: 'Gerar novos códigos' }).click();
    await dialog.getByLabel('Código').fill('000000');
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await dialog.getByText('está incorreto, ou já foi usado').waitFor();
    await dialog.getByLabel('Código').fill(codeOf(secret, 1));
    await dialog.getByRole('button', { name: 'Confirmar' }).click();
    await page.getByRole('list', { name: 'Códigos de recuperação' }).waitFor();
    expect(await dialog.count()).toBe(0);
  });

  it(
    'shows owners who has a second factor, and lets nobody of a role that demands one go on without',
    { timeout: 120_000 },
    async () => {
      const lost = await anEnrolledOperator(server, 'MANAGER');
      const owner = await anOperator(server);
      const { page, everyLook } = await atLogIn(owner.email);
      const team = page.getByRole('region', { name: 'Segundo fator da equipe' }).first();
      await team
        .getByRole('button', { name: /^Remover: / })
        .first()
        .waitFor();
      await everyLook('account-team');
      await team.getByLabel('Gerente').click();
      await expect.poll(() => server.app.db.prisma.secondFactorRole.count()).toBe(1);
      const { name } = await server.app.db.prisma.user.findUniqueOrThrow({ where: { id: lost.id } });
      await team.getByRole('button', { name: `Remover: ${name}`, exact: true }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remover', exact: true }).click();
      await expect.poll(() => server.app.db.prisma.totpSecret.count({ where: { userId: lost.id } })).toBe(0);

      const other = await atLogIn(lost.email, { expects: [/status of 403/] });
      await other.page.getByRole('heading', { level: 1, name: 'Falta o seu segundo fator' }).waitFor();
      await other.page.getByRole('button', { name: 'Configurar aplicativo' }).click();
      await other.page.getByText('Não consigo ler o código').click();
      const secret = await other.page.locator('details code').innerText();
      await other.page.getByLabel('Código do aplicativo').fill(codeOf(secret));
      await other.page.getByRole('button', { name: 'Ligar o segundo fator' }).click();
      await other.page.getByRole('button', { name: 'Já guardei os códigos' }).click();
      await other.page.getByRole('heading', { level: 1, name: 'Minha conta' }).waitFor();
      await server.app.db.prisma.secondFactorRole.deleteMany();
    },
  );

  it('changes its password and stays logged in, on a phone too', { timeout: 90_000 }, async () => {
    const { email } = await anOperator(server, 'MANAGER');
    const { page } = await atLogIn(email, { width: 390 });
    await page.getByRole('heading', { level: 1, name: 'Minha conta' }).waitFor();
    await page.getByLabel('Senha atual').fill(PASSWORD);
    await page.getByLabel('Senha nova').fill('curta');
    await page.getByRole('button', { name: 'Trocar a senha' }).click();
    await page.getByText('deve ter de 12 a 200 caracteres').waitFor();
    await page.getByLabel('Senha nova').fill('girassol bigorna pantufa');
    await page.getByRole('button', { name: 'Trocar a senha' }).click();
    await page.getByText('A senha foi trocada.').waitFor();
    // The cookie has the new session: the page renews its token by it.
    const renewAt = `JSON.stringify({ ...JSON.parse(localStorage.getItem('${OPERATOR_KEY}')), renewAt: 0 })`;
    await page.evaluate(`localStorage.setItem('${OPERATOR_KEY}', ${renewAt})`);
    await page.reload();
    await page.getByText('Este aparelho').waitFor();
    const width = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(width).toBeLessThanOrEqual(390);
  });
});
