import { expect, it } from 'vitest';
import { startBankedServer } from './support/banked-server.js';
import { inChromium } from './support/browser.js';
import { validCpf } from './support/cpf.js';
import { listenToCodes } from './support/logged-codes.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests } from './support/start.js';

const PASSWORD = 'uma-senha-boa';
const ANOTHER = 'outra-senha-boa';

inChromium('a shop', (visitor) => {
  const shop = forTests(startBankedServer);

  it('leads from its address to numbers, and later back to them by the account', { timeout: 120_000 }, async () => {
    const { server, payAtBank } = shop;
    await anOpenRaffle(server, { slug: 'casa', title: 'Casa de praia' });
    await anOpenRaffle(server, {
      slug: 'moto',
      title: 'Moto 0 km',
      quotaQuantity: 100,
      isHighlighted: true,
      fastSelectionCards: [5],
    });
    const { page, everyLook } = await visitor();
    await page.goto(server.url);
    await page.getByRole('heading', { level: 1, name: 'Escolha a sua rifa' }).waitFor();
    await everyLook('shop');
    await page.getByRole('link', { name: 'Moto 0 km' }).click();
    await page.getByRole('button', { name: 'Comprar por' }).click();
    await page.getByLabel('Nome completo').fill('Maria Aparecida da Silva');
    // A phone and a CPF read like those on paper while they are typed.
    await page.getByLabel('Telefone com DDD').pressSequentially('11987651234');
    expect(await page.getByLabel('Telefone com DDD').inputValue()).toBe('(11) 98765-1234');
    const cpf = validCpf(77);
    await page.getByLabel('CPF').pressSequentially(cpf);
    expect(await page.getByLabel('CPF').inputValue()).toBe(
      `${cpf.slice(0, 3)}.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-${cpf.slice(9)}`,
    );
    await page.getByLabel('Crie uma senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continuar para o pagamento' }).click();
    const code = await page.getByLabel('Código PIX copia e cola').inputValue();
    // Back from the bank's app the phone may have closed the page: the address still has the order.
    await page.reload();
    await page.getByLabel('Código PIX copia e cola').waitFor();
    await payAtBank(code);
    await page.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor();

    const later = await visitor({ width: 360, height: 800 });
    await later.page.goto(`${server.url}/conta`);
    await later.everyLook('account-log-in');
    await later.page.getByLabel('Telefone com DDD').fill('11987651234');
    await later.page.getByLabel('Senha').fill(PASSWORD);
    await later.page.getByRole('button', { name: 'Entrar e continuar' }).click();
    await later.page.getByRole('heading', { level: 1, name: 'Olá, Maria' }).waitFor();
    await later.page.getByLabel('Rifa', { exact: true }).selectOption({ label: 'Moto 0 km' });
    await later.page.getByRole('listitem').getByText('Pago', { exact: true }).waitFor();
    await later.everyLook('account-orders');
    const { id } = await server.app.db.prisma.order.findFirstOrThrow();
    const { data } = await server.graphql(
      'query ($id: ID!) { luckyNumbersByOrder(orderId: $id) { nodes } }',
      { id: String(id) },
      shop.admin,
    );
    const { nodes } = data.luckyNumbersByOrder as { nodes: string[] };
    const other =
      Array.from({ length: 100 }, (_, i) => String(i).padStart(2, '0')).find((number) => !nodes.includes(number)) ?? '';
    await later.page.getByLabel('Este número é meu?').fill(nodes[0] ?? '');
    await later.page.getByRole('button', { name: 'Procurar' }).click();
    await later.page.getByText(`O número ${nodes[0]} é seu.`).waitFor();
    await later.page.getByLabel('Este número é meu?').fill(other);
    await later.page.getByRole('button', { name: 'Procurar' }).click();
    await later.page.getByText(`O número ${other} não está entre os seus números pagos.`).waitFor();
    await later.page.getByRole('link', { name: 'Números e comprovante' }).click();
    await later.page.getByRole('heading', { name: 'Pagamento confirmado' }).waitFor();
  });

  it('takes a purchase back within the days that it promises', { timeout: 60_000 }, async () => {
    const { server, payAtBank } = shop;
    await anOpenRaffle(server, { slug: 'desisto', title: 'Geladeira' });
    const { page, everyLook } = await visitor();
    await page.goto(`${server.url}/r/desisto`);
    await page.getByRole('button', { name: 'Comprar por' }).click();
    await page.getByLabel('Nome completo').fill('Maria Aparecida da Silva');
    await page.getByLabel('Telefone com DDD').fill('11987651277');
    await page.getByLabel('CPF').fill(validCpf(79));
    await page.getByLabel('Crie uma senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continuar para o pagamento' }).click();
    await payAtBank(await page.getByLabel('Código PIX copia e cola').inputValue());
    await page.getByRole('button', { name: 'Desistir da compra' }).click();
    await page.getByText('saem do sorteio').waitFor();
    await everyLook('give-back');
    await page.getByRole('button', { name: 'Devolver o pedido' }).click();
    await page.getByRole('heading', { name: 'Pedido devolvido' }).waitFor();
    await page.getByText('para a conta que pagou').waitFor();
  });

  it('lets a buyer change what the account says, and everything about it', { timeout: 120_000 }, async () => {
    const { server } = shop;
    const codeOf = listenToCodes(server);
    const phone = '11987651299';
    await server.graphql('mutation ($input: CreateCustomerInput!) { createCustomer(input: $input) { accessToken } }', {
      input: { name: 'João Batista', phone, cpf: validCpf(78), password: PASSWORD },
    });
    const { page, everyLook } = await visitor();
    await page.goto(`${server.url}/conta/dados`);
    await page.getByLabel('Telefone com DDD').fill(phone);
    await page.getByLabel('Senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar e continuar' }).click();
    await page.getByLabel('Nome completo').fill('João Batista Neto');
    await page.getByRole('button', { name: 'Salvar', exact: true }).click();
    await page.getByText('Salvo.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Olá, João' }).waitFor();
    await everyLook('account-data');

    await page.getByLabel('Novo telefone com DDD').fill('(11) 98765-1298');
    await page.getByRole('button', { name: 'Receber código' }).first().click();
    await page.getByLabel('Código').waitFor();
    await page.getByLabel('Código').fill(codeOf('+5511987651298'));
    await page.getByLabel('Sua senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Trocar', exact: true }).click();
    await page.getByText('Agora: +55 (11) 98765-1298').waitFor();

    await page.getByLabel('Senha atual').fill(PASSWORD);
    await page.getByLabel('Senha nova').fill(ANOTHER);
    await page.getByRole('button', { name: 'Trocar a senha' }).click();
    await page.getByText('A senha foi trocada.').waitFor();
    await page.getByText('Este aparelho').waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Baixar meus dados' }).click();
    expect((await file).suggestedFilename()).toBe('personal-data.json');

    await page.getByRole('link', { name: 'Indicações' }).click();
    await page.getByRole('heading', { name: 'Seus ganhos' }).waitFor();
    await everyLook('account-referrals');
    await page.getByRole('link', { name: 'Prêmios e caixas' }).click();
    await page.getByText('Os seus prêmios e caixas').waitFor();

    await page.goto(`${server.url}/conta/dados`);
    await page.getByRole('button', { name: 'Excluir minha conta' }).click();
    await page.getByRole('dialog').getByLabel('Sua senha').fill(ANOTHER);
    await everyLook('account-deletion');
    await page.getByRole('button', { name: 'Excluir para sempre' }).click();
    await page.getByRole('button', { name: 'Entrar e continuar' }).waitFor();
    expect(await server.app.db.prisma.user.count({ where: { phone: '+5511987651298' } })).toBe(0);
  });
});
