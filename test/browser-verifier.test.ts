import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inChromium } from './support/browser.js';
import { comesDue, startDrawStage } from './support/draw-stage.js';
import { eventually } from './support/eventually.js';
import { forTests } from './support/start.js';

inChromium('the verifier as a file of its own', (visitor) => {
  const stage = forTests(startDrawStage);
  let folder: string;
  let proof: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'raffle-verifier-'));
    const { id, orders } = await stage.aClosedRaffle([30, 1, 20], { prizes: [{ title: 'Moto' }] });
    await stage.createWinner(id);
    await comesDue(stage.server, id);
    await eventually(async () => {
      await stage.work();
      return Boolean((await stage.drawProof(id)).draw.proofUrl);
    });
    proof = (await stage.drawProof(id)).draw.proof;
    const page = await fetch(`${stage.server.url}/static/verify-draw.html`);
    await writeFile(path.join(folder, 'verify-draw.html'), await page.text());
    await writeFile(path.join(folder, 'proof.json'), proof);
    const tampered = JSON.parse(proof);
    tampered.winners[0].ordinal = (tampered.winners[0].ordinal + 1) % 51;
    await writeFile(path.join(folder, 'tampered.json'), JSON.stringify(tampered));
    const { raffleId, mode, quotaQuantity, secretHash, quotaPrizesHash, boxesHash } = JSON.parse(JSON.parse(proof).manifest);
    const hashes = { secretHash, quotaPrizesHash, boxesHash };
    const time = { drawAt: null, contest: null, contestDate: null, seenAt: '2026-11-20T12:00:00.000Z' };
    const promises = { raffleId, leaves: 1, mode, quotaQuantity, ...hashes, prizes: ['Moto'], ...time };
    const { receipts } = await stage.receiptsOf(orders[0]!.id);
    await writeFile(path.join(folder, 'order.json'), JSON.stringify([...receipts, promises]));
    await writeFile(path.join(folder, 'other.json'), JSON.stringify({ ...promises, quotaQuantity: 50 }));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('verifies a proof offline, and refuses a changed one', async () => {
    const { page, everyLook } = await visitor({ offline: true });
    await page.goto(pathToFileURL(path.join(folder, 'verify-draw.html')).href);
    await page.getByLabel('A prova do sorteio').setInputFiles(path.join(folder, 'proof.json'));
    await page.getByRole('button', { name: 'Conferir' }).click();
    // The beacon of the tests is the development one.
    await page.getByText('As contas conferem, mas não provam nada a um estranho').waitFor();
    expect(await page.getByText('✗').count()).toBe(0);
    await everyLook('verifier');
    await page.getByLabel('A prova do sorteio').setInputFiles(path.join(folder, 'tampered.json'));
    await page.getByRole('button', { name: 'Conferir' }).click();
    await page.getByText('NÃO confere').waitFor();
    expect(await page.getByText('✗').count()).toBeGreaterThan(0);
  });

  it('compares what was kept with the proof, and says what was not kept', async () => {
    const { page, everyLook } = await visitor({ offline: true });
    await page.goto(pathToFileURL(path.join(folder, 'verify-draw.html')).href);
    await page.getByLabel('A prova do sorteio').setInputFiles(path.join(folder, 'proof.json'));
    const check = async (file: string): Promise<string[]> => {
      await page.getByLabel('Seus comprovantes').setInputFiles(path.join(folder, file));
      await page.getByRole('button', { name: 'Conferir' }).click();
      const found = page.getByRole('list', { name: 'O que você guardou' }).getByRole('listitem');
      await found.first().waitFor();
      return found.allTextContents();
    };
    const same = await check('order.json');
    expect(same.map((line) => line[0])).toEqual(['✓', '–', '✓', '–']);
    expect(same[0]).toMatch(/são as que foram vistas em 20\/11\/2026/);
    await page.getByText('a fonte do sorteio não é pública').waitFor();
    await everyLook('verifier-kept');
    expect((await check('other.json'))[0]).toMatch(/^✗ Promessas: NÃO são as que foram vistas/);
    await page.getByText('NÃO confere').waitFor();
  });
});
