import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anAdmin } from './support/actors.js';
import { inChromium } from './support/browser.js';
import { atRaffle } from './support/operator-visit.js';
import { aPicture } from './support/pictures.js';
import { fieldOf, inputOf, isFormSaved, saveForm } from './support/raffle-form.js';
import { raffleDesk } from './support/raffles.js';
import { startTestServer, type TestServer } from './support/start.js';

inChromium('the picture of a raffle', (visitor) => {
  let server: TestServer;
  let token: string;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = mkdtempSync(path.join(tmpdir(), 'raffle-picture-'));
    server = await startTestServer({ dataDir });
    ({ token } = await anAdmin(server));
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is uploaded beside its address, told of at its field when it is none, and shown on the page in the size it needs', async () => {
    const id = await raffleDesk(server, token).open({ slug: 'com-foto' });
    const { page, everyLook } = await atRaffle((options) => visitor({ ...options, expects: [/400 \(Bad Request\)/] }), {
      url: server.url,
      token,
      id,
      tab: 'settings',
    });
    const field = fieldOf(page, 'photoUrl');
    const choose = async (name: string, mimeType: string, buffer: Buffer, place = field) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        place.getByRole('button', { name: 'Enviar uma foto' }).click(),
      ]);
      // Ten megabytes go through the debugger of the browser.
      await chooser.setFiles({ name, mimeType, buffer }, { timeout: 30_000 });
    };

    await choose('foto.png', 'image/png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await field.getByText('deve ser uma imagem JPEG, PNG, WebP, AVIF ou GIF').waitFor();
    expect(await inputOf(page, 'photoUrl').inputValue()).toBe('');
    await choose('foto.jpg', 'image/jpeg', Buffer.alloc(10 * 1_048_576 + 1));
    await field.getByText('A foto pode ter no máximo 10 MB.').waitFor();

    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    await page.route('**/v1/raffles/upload', async (route) => {
      await held;
      // One that was stopped is gone.
      await route.continue().catch(() => undefined);
    });
    const picture = await aPicture(1_600, 900).jpeg().toBuffer();
    await choose('foto.jpg', 'image/jpeg', picture);
    await field.getByRole('button', { name: 'Parar o envio' }).click();
    await field.getByRole('progressbar', { name: 'Enviando a foto…' }).waitFor({ state: 'detached' });
    expect(await inputOf(page, 'photoUrl').inputValue()).toBe('');
    await choose('foto.jpg', 'image/jpeg', picture);
    await field.getByRole('progressbar', { name: 'Enviando a foto…' }).waitFor();
    goOn();
    await field.getByText('A foto foi enviada. Salve para usá-la.').waitFor();
    const url = await inputOf(page, 'photoUrl').inputValue();
    expect(url).toMatch(new RegExp(`^${server.url}/files/[\\w-]{22}-1280\\.webp$`));
    const preview = field.getByRole('img', { name: 'A foto' });
    await preview.waitFor();
    const shown = 'Array.from(document.images).map((one) => one.complete && one.naturalWidth > 0)';
    await page.waitForFunction(`${shown}.every(Boolean)`);
    await everyLook('raffle-picture');

    const prizes = fieldOf(page, 'prizes');
    await prizes.getByRole('button', { name: 'Adicionar prêmio' }).click();
    await prizes.getByRole('textbox', { name: '1º prêmio' }).fill('Moto');
    await choose('moto.jpg', 'image/jpeg', await aPicture(900, 900).jpeg().toBuffer(), prizes);
    await prizes.getByRole('img', { name: 'A foto' }).waitFor();

    await saveForm(page);
    await isFormSaved(page);
    const raffle = { where: { id }, include: { prizes: true } };
    expect(await server.app.db.prisma.raffle.findUniqueOrThrow(raffle)).toMatchObject({
      photoUrl: url,
      prizes: [{ title: 'Moto', photoUrl: expect.stringMatching(/-\d+\.webp$/) }],
    });

    const phone = await visitor({ width: 360, height: 740 });
    await phone.page.goto(`${server.url}/r/com-foto`);
    await phone.page.waitForFunction(`document.images.length > 0 && ${shown}.every(Boolean)`);
    const loaded = await phone.page.evaluate<string>('document.images[0].currentSrc');
    expect(loaded.replace(/-\d+\.webp$/, '')).toBe(url.replace(/-1280\.webp$/, ''));
    expect(loaded).not.toBe(url);
  });
});
