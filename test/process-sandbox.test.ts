import { spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Cob, Pix } from '../src/development/bank/documents.js';
import { createLedger, REMEMBERED, type Ledger } from '../src/development/bank/ledger.js';
import { spawnSandboxBank } from '../src/development/bank/spawn-sandbox-bank.js';
import { eventually } from './support/eventually.js';
import { api, closeBank, current, newCob, openBank, pay, receiver, staticCode, useBank } from './support/bank.js';
import { SANDBOX_ACCOUNT } from './support/sandbox.js';

const LOADS_TYPESCRIPT = { execArgv: ['--import', 'tsx'] };

afterEach(closeBank);

describe('the memory of the bank', () => {
  let folder: string;
  let stateFile: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'sandbox-bank-'));
    stateFile = path.join(folder, 'deep', 'state.jsonl');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('outlives its process, even when the last line was cut short', async () => {
    await openBank({ stateFile });
    await receiver();
    const { txid, pixCopiaECola } = await newCob();
    const other = await newCob();
    const { endToEndId } = (await pay(pixCopiaECola)).body as { endToEndId: string };
    await api('PUT', `/pix/${endToEndId}/devolucao/r1`, { valor: '1.00' });
    await current.bank.stop();
    appendFileSync(stateFile, '{"kind":"cob","id":"half');

    await openBank({ stateFile });
    expect((await api('GET', `/cob/${txid}`)).body).toMatchObject({ status: 'CONCLUIDA', pix: [{ endToEndId }] });
    // Under way when the bank stopped, finished since.
    expect((await api('GET', `/pix/${endToEndId}/devolucao/r1`)).body.status).toBe('DEVOLVIDO');
    expect((await api('GET', `/webhook/${SANDBOX_ACCOUNT.pixKey}`)).status).toBe(200);
    expect((await pay(other.pixCopiaECola)).status).toBe(200);
    expect((await newCob()).loc.id).toBe(other.loc.id + 1);
    await current.bank.stop();

    await openBank({ stateFile });
    expect((await api('GET', `/cob/${other.txid}`)).body.status).toBe('CONCLUIDA');
    for (const line of readFileSync(stateFile, 'utf8').trimEnd().split('\n')) JSON.parse(line);
  });

  it('forgets the oldest charges and payments first, and its file does not grow for ever', () => {
    const reopened = (): Ledger => {
      const ledger = createLedger(stateFile);
      ledger.load();
      return ledger;
    };
    const ledger = reopened();
    const cob = (index: number) => ({ txid: `t${index}`, location: `l${index}`, loc: { id: index } }) as Cob;
    const pix = (index: number, valor = '1.00') => ({ endToEndId: `e${index}`, txid: `t${index % 2}`, valor }) as Pix;
    for (let index = 0; index < REMEMBERED + 10; index += 1) {
      ledger.saveCob(cob(index));
      ledger.savePix(pix(index));
    }
    expect([ledger.cobs().length, ledger.allPix().length]).toEqual([REMEMBERED, REMEMBERED]);
    expect([ledger.cob('t9'), ledger.cobAt('l9'), ledger.pix('e9')]).toEqual([undefined, undefined, undefined]);
    expect([ledger.cob('t10')?.txid, ledger.cobAt('l10')?.txid, ledger.pix('e10')?.endToEndId]).toEqual(['t10', 't10', 'e10']);
    expect(ledger.pixOf('t0')).toHaveLength(REMEMBERED / 2);
    expect(ledger.pixOf('t0').at(-1)?.endToEndId).toBe(`e${REMEMBERED + 8}`);

    for (let times = 0; times < 65_000; times += 1) ledger.savePix(pix(REMEMBERED, `${times}.00`));
    expect(readFileSync(stateFile, 'utf8').split('\n').length).toBeLessThan(100_000);
    expect(reopened().pix(`e${REMEMBERED}`)?.valor).toBe('64999.00');
  });
});

describe('the process of the bank', { timeout: 30_000 }, () => {
  it('serves, reports failed callbacks, and ends when it is told to', async () => {
    const lines: string[] = [];
    const spawned = await spawnSandboxBank({ port: 0, ...SANDBOX_ACCOUNT, log: (line) => lines.push(line) }, LOADS_TYPESCRIPT);
    try {
      expect((await fetch(spawned.url)).status).toBe(200);
      await useBank(spawned);
      const gone = await receiver();
      await gone.stop();
      await pay(staticCode());
      expect(await eventually(() => lines[0])).toMatch(/^callback to http:\/\/127\.0\.0\.1:\d+\/hook.*again in 250 ms$/);
    } finally {
      await spawned.stop();
    }
    await expect(fetch(spawned.url)).rejects.toThrow('fetch failed');
  });

  it('waits for a port that another bank has, and takes over with what that one knew', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'sandbox-bank-'));
    const stateFile = path.join(folder, 'state.jsonl');
    await openBank({ stateFile });
    const port = Number(new URL(current.bank.url).port);
    const lines: string[] = [];
    const second = await spawnSandboxBank(
      { port, stateFile, ...SANDBOX_ACCOUNT, log: (line) => lines.push(line) },
      LOADS_TYPESCRIPT,
    );
    try {
      expect([second.url, lines]).toEqual([
        current.bank.url,
        [`waiting until the same service's bank at ${current.bank.url} ends`],
      ]);
      const { pixCopiaECola } = await newCob();
      await sleep(600);
      await newCob();
      await current.bank.stop();
      expect(await eventually(() => pay(pixCopiaECola).catch(() => undefined))).toMatchObject({ status: 200 });
    } finally {
      await second.stop();
      rmSync(folder, { recursive: true });
    }
  });

  it('says when it cannot start', async () => {
    await expect(spawnSandboxBank({ port: 0, ...SANDBOX_ACCOUNT, host: '192.0.2.1' }, LOADS_TYPESCRIPT)).rejects.toThrow(
      'the sandbox bank ended with code 1',
    );
  });

  it('ends with its parent, even when that is killed', async () => {
    const program = `
      import { spawnSandboxBank } from ${JSON.stringify(new URL('../src/development/bank/spawn-sandbox-bank.ts', import.meta.url).href)};
      const bank = await spawnSandboxBank(${JSON.stringify({ port: 0, ...SANDBOX_ACCOUNT })}, ${JSON.stringify(LOADS_TYPESCRIPT)});
      console.log(bank.url);`;
    const parent = spawn(process.execPath, [...LOADS_TYPESCRIPT.execArgv, '--input-type=module', '-e', program]);
    const url = await new Promise<string>((resolve) =>
      parent.stdout.once('data', (text: Buffer) => resolve(String(text).trim())),
    );
    expect((await fetch(url)).status).toBe(200);

    parent.kill('SIGKILL');
    await eventually(() =>
      fetch(url).then(
        () => false,
        () => true,
      ),
    );
  });
});
