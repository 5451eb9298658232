import { readFile } from 'node:fs/promises';
import { verifyDraw, verifyInclusion } from '../proof/verify-draw.js';
import type { Step } from '../proof/steps.js';

const USAGE =
  'Name the proof: npm run verify-draw -- proof.json, and behind it, if you like, what you were given with your order.';

/** `npm run verify-draw -- proof.json [order.json]`: recomputes a draw offline. Exits with 1 when a step does not hold. */
async function verify([proofFile, orderFile, ...more]: string[]): Promise<void> {
  if (proofFile === undefined || more.length > 0) throw new Error(USAGE);
  const proof = await readJson(proofFile);
  const inclusion = orderFile === undefined ? undefined : await readJson(orderFile);

  const { steps, isPublicChain } = verifyDraw(proof);
  if (inclusion !== undefined) steps.push(verifyInclusion(manifestOf(proof), inclusion));
  for (const step of steps) console.log(lineOf(step));

  const failed = steps.filter(({ ok }) => !ok).length;
  if (failed > 0) {
    process.exitCode = 1;
    console.log(`The draw is NOT proved: ${failed} of ${steps.length} steps do not hold.`);
  } else console.log(verdictOf(isPublicChain, isByLottery(proof)));
}

/** The digits of the Loteria Federal were typed: no calculation shows that they are the published ones. */
function verdictOf(isPublicChain: boolean | null, byLottery: boolean): string {
  if (byLottery)
    return 'The draw agrees with the results as typed. Compare number, day and results of the contest with what the Caixa published.';
  return isPublicChain ? 'The draw is proved: every step holds.' : 'Every step holds, but by a beacon that is not public.';
}

function isByLottery(proof: unknown): boolean {
  return typeof proof === 'object' && proof !== null && 'federal' in proof && proof.federal !== null;
}

async function readJson(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new Error(error.code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read: ${error.message}.`);
  });
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${file} is no JSON.`);
  }
}

function manifestOf(proof: unknown): string {
  const manifest = typeof proof === 'object' && proof !== null && 'manifest' in proof ? proof.manifest : '';
  return typeof manifest === 'string' ? manifest : '';
}

/** Without control characters, with which a text could hide a step. */
function lineOf({ step, ok, detail }: Step): string {
  return `${ok ? 'ok    ' : 'FAILED'}  ${step}: ${detail}`.replaceAll(/\p{C}/gu, ' ');
}

verify(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
