import type { Manifest } from './draw-manifest.js';
import type { Step } from './steps.js';
import { KEPT_KINDS, type KeptVerification } from './verify-kept.js';

/** What was recomputed and compared. */
export interface Findings {
  /** Of the proof, and of what was kept during the sale. */
  steps: readonly Pick<Step, 'ok'>[];
  /** `NO_PROOF`: only what was kept was checked. Null when the proof has no manifest. */
  mode: Manifest['mode'] | 'NO_PROOF' | null;
  /** As in `ProofVerification`. */
  isPublicChain: boolean | null;
  /** Null when nothing could be compared. */
  kept: KeptVerification | null;
}

/**
 * `PROVED`: by public randomness. `TYPED`: it agrees with the digits of the federal lottery as operators typed them, which no
 * calculation shows to be the published ones. `PRIVATE`: by a beacon whose key somebody may have. `KEPT`: without a proof, what was
 * kept holds in itself.
 */
type VerdictKind = 'PROVED' | 'TYPED' | 'PRIVATE' | 'KEPT' | 'FAILED';
type NoteKind =
  | 'roundAsTold'
  | 'roundAfter'
  | 'contestAsTold'
  | 'contestAfter'
  | 'publicInstants'
  | 'privateInstants'
  | 'privateKey'
  | 'keptAgrees';

export interface Verdict {
  kind: VerdictKind;
  tone: 'good' | 'warn' | 'bad';
  /** One sentence. */
  sentence: string;
  /** What else holds, a sentence or two each. */
  notes: readonly string[];
}

/** The same words wherever a proof is checked. */
export function verdictOf(findings: Findings, language: keyof typeof WORDS): Verdict {
  const { steps, isPublicChain } = findings;
  const { sentence, notes } = WORDS[language];
  const kind = kindOf(findings);
  const failed = steps.filter(({ ok }) => !ok).length;
  if (kind === 'FAILED') return { kind, tone: 'bad', sentence: sentence.FAILED(failed, steps.length), notes: [] };
  const tone = isPublicChain === false ? 'warn' : 'good';
  return { kind, tone, sentence: sentence[kind], notes: notesOf(kind, findings).map((note) => notes[note]) };
}

function kindOf({ steps, mode, isPublicChain }: Findings): VerdictKind {
  if (mode === null || steps.length === 0 || steps.some(({ ok }) => !ok)) return 'FAILED';
  if (mode === 'NO_PROOF') return 'KEPT';
  if (mode === 'LOTERIA_FEDERAL') return 'TYPED';
  return isPublicChain ? 'PROVED' : 'PRIVATE';
}

function notesOf(kind: Exclude<VerdictKind, 'FAILED'>, { isPublicChain, kept }: Findings): NoteKind[] {
  if (kind === 'KEPT') return [];
  const isManifestFirst = kept?.isManifestFirst ?? false;
  const notes: NoteKind[] = [];
  if (kind === 'PROVED') notes.push(isManifestFirst ? 'roundAfter' : 'roundAsTold');
  if (kind === 'PRIVATE') notes.push('privateKey');
  if (kind === 'TYPED') {
    notes.push(isManifestFirst ? 'contestAfter' : 'contestAsTold');
    // A chain takes part only where there are instant prizes.
    if (isPublicChain !== null) notes.push(isPublicChain ? 'publicInstants' : 'privateInstants');
  }
  if (kept && agrees(kept)) notes.push('keptAgrees');
  return notes;
}

function agrees(kept: KeptVerification): boolean {
  const results = KEPT_KINDS.map((kind) => kept[kind].result);
  return results.includes('SAME') && results.every((result) => result === 'SAME' || result === 'NOTHING_KEPT');
}

interface Words {
  sentence: Record<Exclude<VerdictKind, 'FAILED'>, string> & { FAILED(failed: number, steps: number): string };
  notes: Record<NoteKind, string>;
}

const WORDS = {
  'pt-BR': {
    sentence: {
      PROVED: 'Provado: os ganhadores saem do registro congelado e de uma rodada pública, por uma conta.',
      TYPED: 'Confere com os resultados digitados: compare-os com os da Caixa.',
      PRIVATE: 'As contas conferem, mas não provam nada a um estranho: a fonte do sorteio não é pública.',
      KEPT: 'Os comprovantes conferem com os registros que trazem: escolha também a prova, para comparar com ela.',
      FAILED: (failed, steps) => `NÃO confere: ${failed === 1 ? 'um passo falha' : `${failed} passos falham`}, de ${steps}.`,
    },
    notes: {
      roundAsTold:
        'Que o registro foi congelado antes da rodada, só o serviço diz. Quem viu a impressão digital dele antes pode confirmar.',
      roundAfter: 'O registro foi visto antes da rodada: ninguém podia escolher os ganhadores.',
      contestAsTold:
        'Que o registro foi congelado antes do concurso, só o serviço diz. Quem viu a impressão digital dele antes pode confirmar.',
      contestAfter: 'O registro foi visto antes do concurso.',
      publicInstants: 'Os prêmios na hora saem de rodadas públicas.',
      privateInstants: 'Os prêmios na hora saem de uma fonte que não é pública: quem tem a chave dela podia sabê-los antes.',
      privateKey: 'Quem tem a chave dessa fonte podia saber o resultado antes. É assim em ambientes de teste.',
      keptAgrees: 'O que foi guardado durante a venda também confere.',
    },
  },
  en: {
    sentence: {
      PROVED: 'Proved: the winners follow from the frozen record and a public round, by a calculation.',
      TYPED: "It agrees with the results as typed: compare them with the Caixa's.",
      PRIVATE: 'The calculation holds, but proves nothing to a stranger: the source of the draw is not public.',
      KEPT: 'The receipts agree with the heads that they hold: choose the proof too, to compare them with it.',
      FAILED: (failed, steps) => `It does NOT hold: ${failed === 1 ? 'one step fails' : `${failed} steps fail`}, of ${steps}.`,
    },
    notes: {
      roundAsTold:
        'That the record was frozen before the round is what the service says. Who saw its fingerprint before can confirm it.',
      roundAfter: 'The record was seen before the round: nobody could choose the winners.',
      contestAsTold:
        'That the record was frozen before the contest is what the service says. Who saw its fingerprint before can confirm it.',
      contestAfter: 'The record was seen before the contest.',
      publicInstants: 'The instant prizes follow from public rounds.',
      privateInstants: 'The instant prizes are by a source that is not public: who has its key could know them before.',
      privateKey: 'Who has the key of this source could know the result before. It is like this where things are tried out.',
      keptAgrees: 'What was kept during the sale agrees too.',
    },
  },
} satisfies Record<string, Words>;
