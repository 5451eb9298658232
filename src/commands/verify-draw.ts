import { readFile } from 'node:fs/promises';
import { parseJson } from '../proof/json.js';
import type { Step } from '../proof/steps.js';
import { verdictOf } from '../proof/verdict.js';
import { stepsOfKept, verifyKept } from '../proof/verify-kept.js';
import { verifyProof } from '../proof/verify-proof.js';

const USAGE =
  'Name the proof: npm run verify-draw -- proof.json, and behind it, if you like, files with the receipts and heads that you kept.';

/** `npm run verify-draw -- proof.json [kept.json ...]`: recomputes a draw offline. Exits with 1 when a step does not hold. */
async function verify([proofFile, ...keptFiles]: string[]): Promise<void> {
  if (proofFile === undefined) throw new Error(USAGE);
  const proof = await readJson(proofFile);
  const values: unknown[] = [];
  for (const file of keptFiles) values.push(await readJson(file));

  const verification = verifyProof(proof);
  const kept = verifyKept(values, verification);
  const steps = [...verification.steps, ...stepsOfKept(kept)];
  for (const step of steps) console.log(lineOf(step));

  const { manifest, isPublicChain } = verification;
  const { kind, sentence, notes } = verdictOf({ steps, mode: manifest?.mode ?? null, isPublicChain, kept }, 'en');
  if (kind === 'FAILED') process.exitCode = 1;
  console.log([sentence, ...notes].join(' '));
}

async function readJson(file: string): Promise<unknown> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}.`);
  });
  try {
    return parseJson(bytes);
  } catch {
    throw new Error(`${file} is no JSON in which every object has each key once.`);
  }
}

/** Without control characters, with which a text could hide a step. */
function lineOf({ step, ok, detail }: Step): string {
  return `${ok ? 'ok    ' : 'FAILED'}  ${step}: ${detail}`.replaceAll(/\p{C}/gu, ' ');
}

verify(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
