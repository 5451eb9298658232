import { render } from 'preact';
import { useState } from 'preact/hooks';
import { parseJson } from '../../proof/json.js';
import type { Step } from '../../proof/steps.js';
import { type Verdict, verdictOf } from '../../proof/verdict.js';
import { type KeptVerification, stepsOfKept, verifyKept } from '../../proof/verify-kept.js';
import { type ProofVerification, verifyProof } from '../../proof/verify-proof.js';
import { keptLines } from '../common/kept-words.js';
import './verifier.css';

/*
 * One file that needs nothing else: it reads what its user gives it, computes, and has no line to anywhere. The steps are in English, as
 * in the description of the proof.
 */

const NO_PROOF: Omit<ProofVerification, 'ok'> = { steps: [], isPublicChain: null, manifest: null, sale: null };

interface Outcome {
  steps: readonly Step[];
  /** Null without a proof to compare it with. */
  kept: KeptVerification | null;
  verdict: Verdict;
}

function Verifier() {
  const [proof, setProof] = useState<File>();
  const [kept, setKept] = useState<readonly File[]>([]);
  const [outcome, setOutcome] = useState<Outcome | { problem: string }>();
  const [isBusy, setBusy] = useState(false);

  const run = async (): Promise<void> => {
    setBusy(true);
    setOutcome(undefined);
    // Lets the browser show that it works: a large proof takes seconds.
    await new Promise((resolve) => setTimeout(resolve, 50));
    try {
      setOutcome(await verified(proof, kept));
    } catch (error) {
      setOutcome({ problem: error instanceof Error ? error.message : String(error) });
    }
    setBusy(false);
  };

  return (
    <main>
      <h1>{T.title}</h1>
      <p>{T.lead}</p>
      <label>
        {T.proof}
        <input type="file" accept=".json" onChange={({ currentTarget }) => setProof(currentTarget.files?.[0])} />
      </label>
      <label>
        {T.kept}
        <input type="file" accept=".json" multiple onChange={({ currentTarget }) => setKept([...(currentTarget.files ?? [])])} />
      </label>
      <button type="button" disabled={isBusy || (!proof && kept.length === 0)} onClick={() => void run()}>
        {isBusy ? T.busy : T.check}
      </button>
      <div aria-live="polite">
        {outcome && 'problem' in outcome && <p class="verdict bad">{outcome.problem}</p>}
        {outcome && 'steps' in outcome && <Report outcome={outcome} />}
      </div>
    </main>
  );
}

async function verified(proof: File | undefined, files: readonly File[]): Promise<Outcome> {
  const values: unknown[] = [];
  for (const file of files) values.push(await readJson(file));
  const verification = proof ? verifyProof(await readJson(proof)) : NO_PROOF;
  const kept = verifyKept(values, verification);
  const steps = [...verification.steps, ...stepsOfKept(kept)];
  const { manifest, isPublicChain } = verification;
  const mode = proof ? (manifest?.mode ?? null) : 'NO_PROOF';
  return { steps, kept: proof ? kept : null, verdict: verdictOf({ steps, mode, isPublicChain, kept }, LANGUAGE) };
}

async function readJson(file: File): Promise<unknown> {
  try {
    return parseJson(await file.arrayBuffer());
  } catch {
    throw new Error(T.noJson(file.name));
  }
}

function Report({ outcome: { steps, kept, verdict } }: { outcome: Outcome }) {
  const { tone, sentence, notes } = verdict;
  return (
    <>
      <p class={`verdict ${tone}`}>{sentence}</p>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {kept && (
        <>
          <h2>{T.keptTitle}</h2>
          <ul class="kept" aria-label={T.keptTitle}>
            {keptLines(kept, LANGUAGE, dateTime).map((line) => (
              <li key={line.text}>
                {MARKS[line.tone]} {line.text}
              </li>
            ))}
          </ul>
        </>
      )}
      <ol class="steps" lang="en">
        {steps.map(({ step, ok, detail }, index) => (
          <li key={index}>
            {ok ? '✓' : '✗'} <strong>{step}</strong>: {detail}
          </li>
        ))}
      </ol>
    </>
  );
}

const isPortuguese = navigator.language.toLowerCase().startsWith('pt');
const LANGUAGE = isPortuguese ? 'pt-BR' : 'en';
const MARKS = { good: '✓', bad: '✗', warn: '!', calm: '–' };
const dateTime = (value: string): string =>
  new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'short', timeStyle: 'medium' }).format(new Date(value));
const T = isPortuguese
  ? {
      title: 'Conferir um sorteio',
      lead: 'Esta página refaz a conta no seu computador, sem internet, só com os arquivos que você escolher.',
      proof: 'A prova do sorteio (draw-….json)',
      kept: 'Seus comprovantes e os registros do livro que você guardou, se tiver',
      keptTitle: 'O que você guardou',
      check: 'Conferir',
      busy: 'Conferindo…',
      noJson: (name: string) => `${name} não é um JSON em que cada objeto tem cada chave uma só vez.`,
    }
  : {
      title: 'Verify a draw',
      lead: 'This page repeats the calculation on your computer, offline, with nothing but the files that you choose.',
      proof: 'The proof of the draw (draw-….json)',
      kept: 'Your receipts, and the heads of the book that you kept, if you have any',
      keptTitle: 'What you kept',
      check: 'Verify',
      busy: 'Verifying…',
      noJson: (name: string) => `${name} is no JSON in which every object has each key once.`,
    };

document.title = T.title;
document.documentElement.lang = LANGUAGE;
render(<Verifier />, document.body);
