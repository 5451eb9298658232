import { describe, expect, it } from 'vitest';
import type { KeptKind, KeptOfKind, KeptResult, KeptVerification } from '../src/proof/verify-kept.js';
import { keptLines } from '../src/web/common/kept-words.js';

const SINCE = '2026-11-20T12:00:00.000Z';
const DRAWN = '2026-11-24T12:00:00.000Z';

const kind = (result: KeptResult, change: Partial<KeptOfKind> = {}): KeptOfKind => ({
  result,
  count: result === 'NOTHING_KEPT' ? 0 : 1,
  since: result === 'NOTHING_KEPT' ? null : SINCE,
  steps: [],
  ...change,
});
const kept = (result: KeptResult, change: Partial<KeptVerification> = {}): KeptVerification => ({
  promises: kind(result),
  manifest: kind(result),
  heads: kind(result),
  receipts: kind(result),
  isManifestFirst: null,
  drawn: DRAWN,
  announced: null,
  blocks: null,
  ...change,
});
const told = (verification: KeptVerification, language: 'pt-BR' | 'en' = 'pt-BR') =>
  keptLines(verification, language, (value) => `<${value.slice(0, 10)}>`);
const STEP = { step: 'promises', ok: true, detail: '' };

describe('what a comparison found, in words', () => {
  it.each<[KeptResult, string]>([
    ['SAME', 'good'],
    ['DIFFERENT', 'bad'],
    ['NOT_COMPARED', 'warn'],
    ['NOTHING_KEPT', 'calm'],
  ])('that is %s, has a line for each kind in both languages', (result, tone) => {
    for (const language of ['pt-BR', 'en'] as const) {
      const lines = told(kept(result), language);
      expect(lines.map((line) => [line.kind, line.tone])).toEqual(
        ['promises', 'heads', 'receipts', 'manifest'].map((name) => [name, tone]),
      );
      expect(new Set(lines.map(({ text }) => text)).size).toBe(4);
    }
  });

  const lineOf = (name: KeptKind, verification: KeptVerification) => told(verification).find((line) => line.kind === name)?.text;

  it('says that promises of before the first sale could still change', () => {
    const changed = kept('SAME', { promises: kind('NOT_COMPARED', { steps: [STEP] }) });
    expect(lineOf('promises', changed)).toContain('em <2026-11-20>, antes da primeira venda, quando ainda podiam mudar');
  });

  it('says that what was seen after the draw shows little, whose times are kept', () => {
    expect(lineOf('manifest', kept('SAME', { manifest: kind('SAME', { since: DRAWN }) }))).toContain('mostra pouco');
    expect(lineOf('manifest', kept('SAME', { manifest: kind('SAME', { since: DRAWN }), drawn: null }))).not.toContain('pouco');
    expect(lineOf('manifest', kept('SAME', { manifest: kind('SAME', { since: null }) }))).toContain('data que não foi guardada');
  });

  it('says which purchases no one can confirm', () => {
    const blocks = (confirmed: number) =>
      told(kept('SAME', { blocks: { bound: 3, confirmed } })).map((line) => `${line.kind} ${line.tone}: ${line.text}`);
    expect(blocks(3)[3]).toMatch(/^receipts good: Todas as compras/);
    expect(blocks(2)[3]).toMatch(/^receipts warn: Só 2 de 3 compras .* Das outras isso não foi confirmado\.$/);
  });

  it('says that the draw was announced for another time', () => {
    expect(told(kept('SAME', { announced: SINCE })).at(-1)).toEqual({
      kind: 'time',
      tone: 'warn',
      text: 'Data: o sorteio foi anunciado para <2026-11-20>, e o que o decidiu saiu em <2026-11-24>.',
    });
  });
});
