import { describe, expect, it } from 'vitest';
import { toHex } from '../src/proof/bytes.js';
import { chainHashOf, QUICKNET } from '../src/proof/chain.js';
import { manifestHash } from '../src/proof/draw-manifest.js';
import type { Proof } from '../src/proof/draw-proof.js';
import { type Findings, verdictOf } from '../src/proof/verdict.js';
import { stepsOfKept, verifyKept } from '../src/proof/verify-kept.js';
import { verifyProof } from '../src/proof/verify-proof.js';
import { BY_LOTTERY, EXAMPLE, PLAIN_BY_LOTTERY, proofOf, RAFFLE_ID, RESOLD, type SoldRaffle } from './support/draw-proofs.js';

const { hash: _, ...INFO } = { ...QUICKNET, name: 'own' };
const OWN = { ...INFO, hash: chainHashOf(INFO) };

/** `kept`: what somebody kept of the sale. */
function findingsOf(proof: unknown, kept: readonly unknown[] = []): Findings {
  const verification = verifyProof(proof);
  const { steps, manifest, isPublicChain } = verification;
  const compared = verifyKept(kept, verification);
  return { steps: [...steps, ...stepsOfKept(compared)], mode: manifest?.mode ?? null, isPublicChain, kept: compared };
}
const seenAt = (time: string, { manifest }: Proof, hash = toHex(manifestHash(manifest))) => [
  { raffleId: RAFFLE_ID, manifestHash: hash, seenAt: time },
];
const [LONG_BEFORE, LONG_AFTER] = ['2023-01-01T00:00:00.000Z', '2099-01-01T00:00:00.000Z'];
const both = (findings: Findings) => (['pt-BR', 'en'] as const).map((language) => verdictOf(findings, language));
const wordsOf = ({ sentence, notes }: { sentence: string; notes: readonly string[] }) => [sentence, ...notes].join(' ');

describe('the verdict on a draw', () => {
  it.each<[string, SoldRaffle]>([
    ['without instant prizes', RESOLD],
    ['with instant prizes', EXAMPLE],
  ])('is that it is proved, by the public beacon, %s; the order as the service tells it, unless it was seen', (_what, sold) => {
    const told = both(findingsOf(proofOf(sold)));
    expect(told.map(({ kind, tone }) => [kind, tone])).toEqual([
      ['PROVED', 'good'],
      ['PROVED', 'good'],
    ]);
    expect(told.map(wordsOf)).toEqual([
      expect.stringMatching(/^Provado: .* congelado antes da rodada, só o serviço diz\./),
      expect.stringMatching(/^Proved: .* frozen before the round is what the service says\./),
    ]);
    const proof = proofOf(sold);
    const [late] = both(findingsOf(proof, seenAt(LONG_AFTER, proof)));
    expect(wordsOf(late!)).toMatch(
      /congelado antes da rodada, só o serviço diz\..* O que foi guardado durante a venda também confere\.$/,
    );
    const [seen] = both(findingsOf(proof, seenAt(LONG_BEFORE, proof)));
    expect(wordsOf(seen!)).toMatch(
      /O registro foi visto antes da rodada: .* O que foi guardado durante a venda também confere\.$/,
    );
    expect(wordsOf(seen!)).not.toContain('só o serviço diz');
  });

  it.each<[string, SoldRaffle, string, RegExp]>([
    ['and no chain', PLAIN_BY_LOTTERY, 'good', /pode confirmar\.$/],
    [
      'and instant prizes by a chain that is not public',
      BY_LOTTERY,
      'warn',
      /Os prêmios na hora saem de uma fonte que não é pública/,
    ],
    [
      'and instant prizes by the public chain',
      { ...EXAMPLE, mode: 'LOTERIA_FEDERAL', quotas: 100 },
      'good',
      /Os prêmios na hora saem de rodadas públicas\.$/,
    ],
  ])('is never that it is proved, by typed results %s', (_what, sold, tone, words) => {
    const proof = proofOf(sold);
    const [pt, en] = both(findingsOf(proof));
    expect([pt!.kind, pt!.tone]).toEqual(['TYPED', tone]);
    expect(pt!.sentence).toBe('Confere com os resultados digitados: compare-os com os da Caixa.');
    expect(en!.sentence).toBe("It agrees with the results as typed: compare them with the Caixa's.");
    expect(wordsOf(pt!)).toMatch(words);
    const seen = both(findingsOf(proof, seenAt(LONG_BEFORE, proof)));
    expect(wordsOf(seen[0]!)).toContain('O registro foi visto antes do concurso.');
    for (const verdict of [pt!, en!, ...seen]) expect(wordsOf(verdict)).not.toMatch(/prova|prove/i);
  });

  it('is that a beacon that is not public proves nothing', () => {
    const proof = proofOf({ ...RESOLD, chain: OWN });
    const [pt, en] = both(findingsOf(proof, seenAt(LONG_BEFORE, proof)));
    expect([pt!.kind, pt!.tone]).toEqual(['PRIVATE', 'warn']);
    expect(pt!.sentence).toContain('não provam nada a um estranho');
    expect(en!.sentence).toContain('proves nothing to a stranger');
    expect(wordsOf(pt!)).not.toMatch(/ninguém podia escolher/);
  });

  it.each<[string, unknown]>([
    ['the proof', { ...proofOf(RESOLD), winners: [] }],
    ['the file', null],
    ['the proof by lottery', { ...proofOf(PLAIN_BY_LOTTERY), permutationSecret: '00'.repeat(32) }],
  ])('is bad when a step of %s fails, and says nothing else', (_what, proof) => {
    const findings = findingsOf(proof);
    const [pt, en] = both(findings);
    expect([pt!.kind, pt!.tone, pt!.notes]).toEqual(['FAILED', 'bad', []]);
    expect(pt!.sentence).toMatch(/^NÃO confere: /);
    expect(en!.sentence).toMatch(new RegExp(`^It does NOT hold: .*, of ${findings.steps.length}\\.$`));
  });

  it('is bad when the record is not the one that was kept, though the proof holds', () => {
    const proof = proofOf(RESOLD);
    const [pt] = both(findingsOf(proof, seenAt(LONG_BEFORE, proof, 'f'.repeat(64))));
    expect([pt!.kind, pt!.sentence]).toEqual(['FAILED', expect.stringMatching(/^NÃO confere: um passo falha, de \d+\.$/)]);
  });

  it('is none on a draw where there is no proof', () => {
    const kept: Findings = { steps: [{ ok: true }], mode: 'NO_PROOF', isPublicChain: null, kept: null };
    expect(both(kept).map(({ kind, notes }) => [kind, notes])).toEqual([
      ['KEPT', []],
      ['KEPT', []],
    ]);
    expect(both({ ...kept, steps: [] }).map(({ kind }) => kind)).toEqual(['FAILED', 'FAILED']);
  });
});
