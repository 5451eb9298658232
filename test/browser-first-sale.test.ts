import { afterAll, beforeAll, expect, it } from 'vitest';
import { startSandboxBank } from '../src/development/bank/start-sandbox-bank.js';
import { ensureAdmin } from '../src/auth/operator.service.js';
import { inChromium } from './support/browser.js';
import { validCpf } from './support/cpf.js';
import { createAuthority, type Identity } from './support/certificates.js';
import { askSandbox, open, SANDBOX_ACCOUNT, stopAll } from './support/sandbox.js';
import { startTestServer, type TestServer } from './support/start.js';
import { startTlsFront, startTlsTunnel } from './support/tls-front.js';

const OWNER = { email: 'dona@example.com', password: 'trator nuvem azulejo manga' };

inChromium('a service in production, new and empty', (visitor) => {
  let bank: Awaited<ReturnType<typeof startSandboxBank>>;
  let bankUrl: string;
  let client: Identity;
  let caPem: string;
  let server: TestServer;
  let address: string;

  beforeAll(async () => {
    const authority = await createAuthority('Autoridade do PSP');
    const identity = await authority.server([{ ip: '127.0.0.1' }]);
    client = await authority.client('recebedor');
    caPem = authority.certificatePem;
    bank = await startSandboxBank({ port: 0, ...SANDBOX_ACCOUNT });
    const front = await startTlsFront(bank.url, identity, authority.certificatePem);
    open.push(bank, front);
    bankUrl = `https://127.0.0.1:${front.port}`;
    const https = await startTlsTunnel(() => Number(new URL(server.url).port), identity);
    open.push(https);
    address = `https://127.0.0.1:${https.port}`;
    server = await startTestServer({
      production: true,
      publicUrl: address,
      providerOrigins: [bankUrl],
      admin: OWNER,
      stepUpMinutes: 10,
    });
    await ensureAdmin(server.app, OWNER);
  });
  afterAll(async () => {
    await stopAll();
    await server.stop();
  });

  it('sells its first quota by what its pages say alone', async () => {
    const { page } = await visitor({ width: 1280, height: 900 });
    await page.goto(`${address}/dashboard`);
    await page.getByLabel('E-mail').fill(OWNER.email);
    await page.getByLabel('Senha').fill(OWNER.password);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    const steps = page.getByRole('region', { name: 'Primeiros passos' });
    await steps.getByText('Faltam 7 de 7 passos.').waitFor();
    await steps.getByRole('link', { name: 'Provedor PIX' }).click();
    await page.getByRole('button', { name: 'Novo provedor' }).click();
    const provider = page.locator('form', { hasText: 'Chave PIX' });
    await provider.getByLabel('Nome', { exact: true }).fill('meu-banco');
    await provider.getByLabel('Chave PIX').fill(SANDBOX_ACCOUNT.pixKey);
    await provider.getByLabel('Nome do recebedor').fill(SANDBOX_ACCOUNT.merchantName);
    await provider.getByLabel('Cidade do recebedor').fill(SANDBOX_ACCOUNT.merchantCity);
    await provider.getByLabel('Endereço da API').fill(bankUrl);
    await provider.getByLabel('Id do cliente').fill(SANDBOX_ACCOUNT.clientId);
    await provider.getByLabel('Segredo do cliente').fill(SANDBOX_ACCOUNT.clientSecret);
    const choosing = page.waitForEvent('filechooser');
    await provider.getByRole('button', { name: 'Ler certificado e chave de arquivos' }).click();
    await (
      await choosing
    ).setFiles([
      { name: 'certificado.crt', mimeType: 'application/x-x509-ca-cert', buffer: Buffer.from(client.certificatePem) },
      { name: 'chave.key', mimeType: 'application/octet-stream', buffer: Buffer.from(client.privateKeyPem) },
    ]);
    await provider.getByText('é a deste certificado').waitFor();
    await provider.getByLabel('Autoridades aceitas').fill(caPem);
    await provider.getByRole('button', { name: 'Criar', exact: true }).click();
    await provider.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Testar credenciais' }).click();
    await page.getByText('O provedor aceitou').waitFor();
    await page.getByRole('button', { name: 'Cobrança de teste' }).click();
    await page.getByRole('button', { name: 'Criar o código' }).click();
    const code = await page
      .getByRole('dialog')
      .getByText(/^000201/)
      .textContent();
    await askSandbox(bank.url, 'POST', '/sandbox/pay', { pixCopiaECola: code });
    await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).last().click();

    await page.getByRole('link', { name: 'Visão geral' }).click();
    await steps.getByRole('link', { name: 'Primeira rifa' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nova rifa' }).waitFor();
    await page.getByLabel('Título', { exact: true }).fill('Moto 0 km');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByText('Passo 2 de 4').waitFor();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByText('Passo 3 de 4').waitFor();
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByText('Passo 4 de 4').waitFor();
    await page.frameLocator('iframe').getByText('À venda').waitFor();
    await page.getByRole('button', { name: 'Publicar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Abrir as vendas' }).click();
    await page.getByRole('dialog').getByRole('link', { name: 'Código da autorização' }).click();
    await page.getByText('Passo 3 de 4').waitFor();
    const focused = page.locator('[name=certificateCode]:focus');
    await focused.fill('04.123456/2026');
    await page.getByRole('button', { name: 'Continuar' }).click();
    await page.getByText('Passo 4 de 4').waitFor();
    await page.getByRole('button', { name: 'Publicar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Abrir as vendas' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByText('À venda').first().waitFor();

    const buyer = await visitor();
    await buyer.page.goto(address);
    await buyer.page
      .getByRole('link', { name: /Moto 0 km/ })
      .first()
      .click();
    await buyer.page
      .getByRole('button', { name: /^Comprar por/ })
      .first()
      .click();
    await buyer.page.getByLabel('Nome completo').fill('Maria Aparecida da Silva');
    await buyer.page.getByLabel('Telefone com DDD').fill('11987654321');
    await buyer.page.getByLabel('CPF').fill(validCpf(1));
    await buyer.page.getByLabel('Crie uma senha').fill('bicicleta amarela na chuva');
    await buyer.page.getByRole('button', { name: 'Continuar para o pagamento' }).click();
    const pix = await buyer.page.getByLabel('Código PIX copia e cola').inputValue();
    expect((await askSandbox(bank.url, 'POST', '/sandbox/pay', { pixCopiaECola: pix })).status).toBe(200);
    // No callback was registered: the service asks the bank.
    await buyer.page.getByText('Você participa com 10 números.').waitFor({ timeout: 60_000 });
    await page.getByRole('link', { name: 'Visão geral' }).click();
    await steps.getByText('Faltam 2 de 7 passos.').waitFor();
  }, 120_000);
});
