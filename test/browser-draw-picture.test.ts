import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { inChromium } from './support/browser.js';
import { comesDue, startDrawStage } from './support/draw-stage.js';
import { eventually } from './support/eventually.js';
import { atRaffle } from './support/operator-visit.js';
import { forTests } from './support/start.js';

const SIZES = { 'Post (4:5)': ['feed', 1080, 1350], 'Story (9:16)': ['story', 1080, 1920] } as const;
/** Keeps what is written on any canvas. */
const LISTENING = `
  globalThis.written = [];
  const { fillText } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
    globalThis.written.push(text);
    return fillText.call(this, text, ...rest);
  };`;

inChromium('the picture of a draw', (visitor) => {
  const stage = forTests(startDrawStage);
  const one = { id: '', slug: 'uma', prizes: [{ title: 'Honda CB 300F Twister 0 km' }] };
  const many = {
    id: '',
    slug: 'varias',
    prizes: Array.from({ length: 8 }, (_, place) => ({ title: `${place + 1}º PIX de R$ ${9 - place}.000,00` })),
  };
  beforeAll(async () => {
    for (const raffle of [one, many]) {
      const { slug, prizes } = raffle;
      raffle.id = (await stage.aClosedRaffle([30, 1, 20], { slug, prizes, title: 'Moto dos sonhos de São João' })).id;
      expect((await stage.createWinner(raffle.id)).message).toBeUndefined();
      await comesDue(stage.server, raffle.id);
      await eventually(
        async () => {
          await stage.work();
          return Boolean((await stage.drawProof(raffle.id)).draw.proofUrl);
        },
        { timeoutMs: 20_000 },
      );
    }
    const photoUrl = `${stage.server.url}/static/demo/moto.svg`;
    await stage.server.app.db.prisma.raffle.update({ where: { id: one.id }, data: { photoUrl } });
  });

  async function openPicture(id: string) {
    const { url } = stage.server;
    const visit = await atRaffle(visitor, { url, token: stage.admin.token, id, tab: 'draw' });
    await visit.page.addInitScript(LISTENING);
    await visit.page.reload();
    await visit.page.getByRole('button', { name: 'Imagem para publicar' }).click();
    await visit.page.getByRole('img', { name: /^Resultado do sorteio/ }).waitFor();
    return visit;
  }

  it.each([
    ['one winner and a photo', one],
    ['eight winners and no photo', many],
  ])('has what the public page has of %s, in two sizes', async (_, raffle) => {
    const { page, everyLook } = await openPicture(raffle.id);
    const { draw } = await stage.drawProof(raffle.id);
    for (const [name, [format, width, height]] of Object.entries(SIZES)) {
      await page.evaluate('globalThis.written.length = 0');
      await page.getByRole('button', { name }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('dialog').getByRole('button', { name: 'Baixar' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`${raffle.slug}-${format}.png`);
      const png = await readFile(await download.path());
      expect([png.subarray(1, 4).toString(), png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual(['PNG', width, height]);
      const folder = process.env.SCREENSHOTS_DIR;
      if (folder) {
        mkdirSync(folder, { recursive: true });
        writeFileSync(path.join(folder, download.suggestedFilename()), png);
      }
      const written = await page.evaluate<string[]>('globalThis.written');
      const most = raffle === one ? 1 : format === 'feed' ? 2 : 5;
      for (const { luckyNumber, winnerName } of draw.winners.slice(0, most)) {
        expect(written).toContain(luckyNumber);
        expect(written).toContain(winnerName);
      }
      expect(written.join(' ')).toContain(`${stage.server.url.replace('http://', '')}/r/${raffle.slug}/draw`);
      // The operator's own answers have the whole name.
      expect(written.join(' ')).not.toContain('Silva');
    }
    if (raffle === one) await everyLook('draw-picture');
    await page.getByRole('button', { name: 'Copiar a descrição' }).click();
    await page.getByText('Descrição copiada').waitFor();
    const alt = await page.evaluate<string>('navigator.clipboard.readText()');
    for (const { luckyNumber, prize, winnerName } of draw.winners)
      expect(alt).toContain(`${prize}, número ${luckyNumber}, ${winnerName}.`);
  });
});
