import { v7 as uuidv7 } from 'uuid';
import { beforeAll, expect, it } from 'vitest';
import { hashPassword } from '../src/platform/passwords.js';
import { inChromium } from './support/browser.js';
import { deferred } from './support/deferred.js';
import { atRaffle, OPERATOR_KEY } from './support/operator-visit.js';
import { inputOf, isFormSaved, openAllParts, saveForm } from './support/raffle-form.js';
import { raffleDesk } from './support/raffles.js';
import { forTests, startTestServer } from './support/start.js';

const EMAIL = 'ana@example.com';
const PASSWORD = 'a-senha-da-operadora';

inChromium('what is not saved of a raffle', (visitor) => {
  const server = forTests(startTestServer);
  let desk: ReturnType<typeof raffleDesk>;
  let token: string;
  beforeAll(async () => {
    const id = uuidv7();
    await server.app.db.prisma.user.create({
      data: { id, role: 'ADMIN', operatorRole: 'OWNER', name: 'Ana', email: EMAIL, passwordHash: await hashPassword(PASSWORD) },
    });
    token = server.app.tokens.issue('ADMIN', id).accessToken;
    desk = raffleDesk(server, token);
  });

  const atSettings = (id: string) => atRaffle(visitor, { url: server.url, token, id, tab: 'settings' });
  const rowOf = (id: string) => server.app.db.prisma.raffle.findUniqueOrThrow({ where: { id } });

  it('asks before a link or the way back takes what is not saved', async () => {
    const id = await desk.open({ title: 'Sem pressa', slug: 'sem-pressa' });
    const { page, everyLook } = await atRaffle(visitor, { url: server.url, token, id });
    await page.getByRole('link', { name: 'Configurações' }).click();
    await inputOf(page, 'subtitle').fill('Quase pronta');
    await page.getByText('Um campo mudou e não foi salvo.').waitFor();
    const dialog = page.getByRole('dialog', { name: 'Sair sem salvar?' });
    await page.getByRole('link', { name: 'Promoções' }).click();
    await dialog.waitFor();
    await everyLook('raffle-leaving');
    await dialog.getByRole('button', { name: 'Ficar aqui' }).click();
    expect(await inputOf(page, 'subtitle').inputValue()).toBe('Quase pronta');
    await page.goBack();
    await dialog.getByRole('button', { name: 'Ficar aqui' }).click();
    await expect.poll(() => dialog.count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe(`/dashboard/raffles/${id}/settings`);
    expect(await inputOf(page, 'subtitle').inputValue()).toBe('Quase pronta');

    await page.getByRole('link', { name: 'Promoções' }).click();
    await dialog.getByRole('button', { name: 'Sair sem salvar' }).click();
    await page.getByRole('heading', { name: 'Promoções por quantidade' }).waitFor();
    await page.getByRole('link', { name: 'Configurações' }).click();
    expect(await inputOf(page, 'subtitle').inputValue()).toBe('');
    expect((await rowOf(id)).subtitle).toBeNull();
  });

  it('keeps what was typed while its data come anew', async () => {
    const id = await desk.open({ title: 'Carro', slug: 'carro', status: 'DRAFT' });
    const { page } = await atSettings(id);
    await inputOf(page, 'subtitle').fill('Zero quilômetro');
    await openAllParts(page);
    await desk.update(id, { title: 'Carro azul', statusText: 'Em breve aqui', subtitle: 'De outra pessoa' });
    await page.getByRole('button', { name: 'Anunciar' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Anunciar' }).click();
    await page.getByRole('heading', { level: 1, name: 'Carro azul' }).waitFor();
    await expect.poll(() => inputOf(page, 'title').inputValue()).toBe('Carro azul');
    expect(await inputOf(page, 'statusText').inputValue()).toBe('Em breve aqui');
    expect(await inputOf(page, 'subtitle').inputValue()).toBe('Zero quilômetro');
    await page.getByText('Um campo mudou e não foi salvo.').waitFor();
  });

  it('keeps what was typed while another field was being saved', async () => {
    const id = await desk.open({ title: 'Lancha', slug: 'lancha' });
    const { page } = await atSettings(id);
    const isTyped = deferred();
    await page.route('**/graphql', async (route) => {
      if (route.request().postData()?.includes('updateRaffle')) await isTyped.promise;
      return route.continue();
    });
    await inputOf(page, 'subtitle').fill('Com documento');
    await saveForm(page);
    await inputOf(page, 'description').fill('Entrega em casa.');
    isTyped.resolve();
    await expect.poll(async () => (await rowOf(id)).subtitle).toBe('Com documento');
    await page.getByText('Um campo mudou e não foi salvo.').waitFor();
    expect(await inputOf(page, 'description').inputValue()).toBe('Entrega em casa.');
    await saveForm(page);
    await isFormSaved(page);
    expect(await rowOf(id)).toMatchObject({ subtitle: 'Com documento', description: 'Entrega em casa.' });
  });

  it('keeps what was typed when the session ends by itself', async () => {
    const id = await desk.open({ title: 'Barco', slug: 'barco' });
    const { page, expects } = await atSettings(id);
    expects(/401/);
    await inputOf(page, 'subtitle').fill('Zero quilômetro');
    await page.evaluate(
      `localStorage.setItem('${OPERATOR_KEY}', localStorage.getItem('${OPERATOR_KEY}').replace(/"accessToken":"[^"]{20}/, '"accessToken":"x'))`,
    );
    await saveForm(page);
    await page.getByText('Sua sessão terminou.').waitFor();
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Senha').fill(PASSWORD);
    await page.getByRole('button', { name: 'Entrar', exact: true }).click();
    await page.getByText('O que você tinha mudado sem salvar foi mantido aqui.').waitFor();
    expect(await inputOf(page, 'subtitle').inputValue()).toBe('Zero quilômetro');
    await saveForm(page);
    await isFormSaved(page);
    expect(await rowOf(id)).toMatchObject({ subtitle: 'Zero quilômetro' });
  });
});
