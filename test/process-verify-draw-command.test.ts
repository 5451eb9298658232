import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainHashOf, QUICKNET } from '../src/proof/chain.js';
import { startCommand } from './support/commands.js';
import { BY_LOTTERY, EXAMPLE, headOf, PLAIN_BY_LOTTERY, proofOf, receiptOf } from './support/draw-proofs.js';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'verify-draw-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const at = path.join(folder, name);
  writeFileSync(at, typeof content === 'string' ? content : JSON.stringify(content));
  return at;
}

const verify = (...files: string[]) => startCommand('commands/verify-draw.ts', {}, files).ended;
const PROOF = proofOf(EXAMPLE);
const { leaves } = EXAMPLE;

describe('npm run verify-draw', { timeout: 20_000 }, () => {
  it('says step by step that a draw is proved, and that what was kept stands in its book', async () => {
    const receipts = file('order.json', [receiptOf(leaves, 0, 101), receiptOf(leaves, 1, 102, 3)]);
    const heads = file('heads.json', [headOf(leaves, 2), headOf(leaves, 4)]);
    const one = file('head.json', { ...headOf(leaves, 5), seenAt: '2023-08-23T15:59:23.999Z' });
    const { code, output, errors } = await verify(file('proof.json', PROOF), receipts, heads, one);
    expect([code, errors]).toEqual([0, '']);
    const lines = output.trimEnd().split('\n');
    expect(lines.slice(0, -1).filter((line) => !line.startsWith('ok      '))).toEqual([]);
    expect(lines).toContain('ok      chain: the public quicknet of the League of Entropy');
    expect(lines).toContain('ok      receipt: proof: leaf 0 of 6: its quotas were given back, and take no part');
    expect(lines).toContain('ok      receipt: proof: leaf 1 of 6: its quotas take part');
    expect(lines).toContain('ok      heads: 3 were kept');
    expect(output).toMatch(/^ok {6}heads: rounds: 3 of 4 blocks were in a head that was seen before their round/m);
    expect(lines.at(-1)).toBe(
      'Proved: the winners follow from the frozen record and a public round, by a calculation. That the record was frozen before the '
        + 'round is what the service says. Who saw its fingerprint before can confirm it. What was kept during the sale agrees too.',
    );
  });

  it('ends with 1 when a step does not hold, and shows nothing that a terminal would take for a command', async () => {
    const lie = { ...PROOF, winners: PROOF.winners.slice(1) };
    const { code, output } = await verify(file('lie.json', lie), file('order.json', { leaf: '', '\u001B[2J\u202E': 1 }));
    expect(code).toBe(1);
    expect(output).toMatch(/^FAILED {2}prize 1: ordinal \d+, number \d+, wins; the proof has no winner$/m);
    expect(output).toMatch(/^FAILED {2}receipt: receipt\. {1}\[2J {1} is no field of it$/m);
    expect(output).toMatch(/\nIt does NOT hold: \d+ steps fail, of \d+\.\n$/);
  });

  it('ends with 1 when the book is another than the one that was kept, though the draw holds', async () => {
    const head = { ...headOf(leaves, 4), root: 'f'.repeat(64) };
    const { code, output } = await verify(file('proof.json', PROOF), file('head.json', head));
    expect(code).toBe(1);
    expect(output).toMatch(/^FAILED {2}heads: same book: .* the book was changed$/m);
    expect(output).toMatch(/\nIt does NOT hold: one step fails, of \d+\.\n$/);
  });

  it('ends with 1 when something else was promised during the sale', async () => {
    const { raffleId, mode, quotaQuantity, secretHash, quotaPrizesHash, boxesHash } = JSON.parse(PROOF.manifest);
    const hashes = { secretHash, quotaPrizesHash, boxesHash };
    const time = { drawAt: null, contest: null, contestDate: null };
    const promises = { raffleId, leaves: 3, mode, quotaQuantity, ...hashes, prizes: ['Moto', 'Fone'], ...time };
    const same = await verify(file('proof.json', PROOF), file('promises.json', promises));
    expect(same.output).toMatch(/^ok {6}promises: they are those of the manifest, with 3 leaves in the book$/m);
    expect(same.code).toBe(0);
    const other = file('promises.json', [{ ...promises, prizes: ['Moto'] }]);
    const { code, output } = await verify(file('proof.json', PROOF), other);
    expect(code).toBe(1);
    expect(output).toMatch(/^FAILED {2}promises: there were 1 prizes, now there are 2, though the book had 3 leaves$/m);
  });

  it('does not call a draw proved whose beacon is not public', async () => {
    const { hash: _, ...info } = { ...QUICKNET, name: 'own' };
    const { code, output } = await verify(file('own.json', proofOf({ ...EXAMPLE, chain: { ...info, hash: chainHashOf(info) } })));
    expect(code).toBe(0);
    expect(output).toMatch(
      /\nThe calculation holds, but proves nothing to a stranger: the source of the draw is not public\. .*\n$/,
    );
    expect(output).not.toMatch(/proved/i);
  });

  it.each([
    ['without instant prizes', PLAIN_BY_LOTTERY, /\.$/],
    [
      'with instant prizes by a beacon that is not public',
      BY_LOTTERY,
      /The instant prizes are by a source that is not public: .*\.$/,
    ],
  ])('does not call a draw proved whose results were typed, %s', async (_what, sold, more) => {
    const { code, output } = await verify(file('federal.json', proofOf(sold)));
    expect(code).toBe(0);
    const last = output.trimEnd().split('\n').at(-1);
    expect(last).toMatch(/^It agrees with the results as typed: compare them with the Caixa's\./);
    expect(last).toMatch(more);
    expect(output).not.toMatch(/proved/i);
  });

  it.each([
    [[], 'Name the proof: npm run verify-draw -- proof.json'],
    [['/nowhere/proof.json'], 'There is no file /nowhere/proof.json.'],
    [['/'], '/ cannot be read: '],
  ])('tells in a sentence what it cannot read: %j', async (files, sentence) => {
    const { code, output, errors } = await verify(...files);
    expect([code, output]).toEqual([1, '']);
    expect(errors.startsWith(sentence) && errors.trimEnd().split('\n')).toHaveLength(1);
  });

  it.each(['winner: me', `{"winners":[],${JSON.stringify(PROOF).slice(1)}`])(
    'tells that a file is no JSON: %.20s',
    async (text) => {
      const at = file('text.json', text);
      expect(await verify(at)).toEqual({
        code: 1,
        output: '',
        errors: `${at} is no JSON in which every object has each key once.\n`,
      });
    },
  );
});
