import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chainHashOf, QUICKNET } from '../src/proof/chain.js';
import { startCommand } from './support/commands.js';
import { beaconProof, BEACON_MANIFEST, federalProof, inclusionOf } from './support/proofs.js';

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
const PROOF = beaconProof();

describe('npm run verify-draw', { timeout: 20_000 }, () => {
  it('says step by step that a draw is proved, and that an order took part in it', async () => {
    const { code, output, errors } = await verify(file('proof.json', PROOF), file('order.json', inclusionOf(0)));
    expect([code, errors]).toEqual([0, '']);
    const lines = output.trimEnd().split('\n');
    expect(lines).toHaveLength(18);
    expect(lines.slice(0, -1).filter((line) => !line.startsWith('ok      '))).toEqual([]);
    expect(lines).toContain('ok      chain: the public quicknet of the League of Entropy');
    expect(lines).toContain('ok      inclusion: order 101, ordinals 0 to 39, is block 0 of 3: it takes part');
    expect(lines.at(-1)).toBe('The draw is proved: every step holds.');
  });

  it('ends with 1 when a step does not hold, and shows nothing that a terminal would take for a command', async () => {
    const lie = { ...PROOF, winners: PROOF.winners.slice(1) };
    const { code, output } = await verify(file('lie.json', lie), file('order.json', { '\u001B[2J\u202E': 1 }));
    expect(code).toBe(1);
    expect(output).toMatch(/^FAILED {2}prize 1: ordinal \d+, number \d+, wins; the proof has no winner$/m);
    expect(output).toMatch(/^FAILED {2}inclusion: inclusion\. {1}\[2J {1} is no field of it$/m);
    expect(output).toMatch(/The draw is NOT proved: 3 of 17 steps do not hold\.\n$/);
  });

  it('does not call a draw proved whose beacon is not public', async () => {
    const { hash: _, ...info } = { ...QUICKNET, name: 'own' };
    const chain = { ...info, hash: chainHashOf(info) };
    const { code, output } = await verify(file('own.json', { ...beaconProof({ ...BEACON_MANIFEST, chain: chain.hash }), chain }));
    expect(code).toBe(0);
    expect(output).toMatch(/\nEvery step holds, but by a beacon that is not public\.\n$/);
  });

  it('does not call a draw proved whose results were typed', async () => {
    const { code, output } = await verify(file('federal.json', federalProof()));
    expect(code).toBe(0);
    expect(output).toMatch(
      /\nThe draw agrees with the results as typed\. Compare number, day and results of the contest [^\n]*\n$/,
    );
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

  it('tells that a file is no JSON', async () => {
    const at = file('text.json', 'winner: me');
    expect(await verify(at)).toEqual({ code: 1, output: '', errors: `${at} is no JSON.\n` });
  });
});
