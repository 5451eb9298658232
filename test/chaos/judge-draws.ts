import { gunzipSync } from 'node:zlib';
import { verifyProof } from '../../src/proof/verify-proof.js';
import type { ToldDraw } from './operator.js';
import type { Stage } from './stage.js';

interface DrawnRaffle {
  id: string;
  hash: string | null;
  proof: Buffer | null;
  /** How often each was done and told. */
  times: Record<string, number>;
  prizes: number;
  winners: ToldDraw['winners'];
}

const ofRaffle = (type: string): string =>
  `(SELECT count(*) FROM webhook_events WHERE type = '${type}' AND body::jsonb #>> '{data,raffleId}' = r.id::text)`;
const doneTo = (action: string): string =>
  `(SELECT count(*) FROM audit_log WHERE action = '${action}' AND subject_id = r.id::text)`;

const DRAWN = `
  SELECT r.id, encode(d.manifest_hash, 'hex') AS hash, d.proof_gzip AS proof,
         json_build_object('told frozen', ${ofRaffle('raffle.frozen')}, 'told drawn', ${ofRaffle('raffle.drawn')},
                           'frozen', ${doneTo('freezeRaffle')}, 'drawn', ${doneTo('drawRaffle')}) AS times,
         greatest(1, (SELECT count(*) FROM raffle_prizes p WHERE p.raffle_id = r.id))::int AS prizes,
         coalesce((SELECT json_agg(json_build_object('position', w.position, 'orderId', w.order_id::text,
                     'luckyNumber', lpad(w.number::text, length((r.quota_quantity - 1)::text), '0')) ORDER BY w.position)
                   FROM raffle_winners w WHERE w.raffle_id = r.id), '[]') AS winners
  FROM raffles r LEFT JOIN draws d ON d.raffle_id = r.id WHERE r.id = ANY ($1::uuid[])`;

/** Winners whose number is not sold, or was refunded. */
const WITHOUT_QUOTA = `
  SELECT w.raffle_id, w.position, w.order_id, o.status FROM raffle_winners w JOIN orders o ON o.id = w.order_id
  WHERE o.status <> 'PAID' OR NOT EXISTS (
    SELECT FROM quota_allocations a WHERE a.order_id = w.order_id AND a.raffle_id = w.raffle_id AND a.voided_at IS NULL
      AND w.ordinal >= a.first_ordinal AND w.ordinal < a.end_ordinal)`;

/** What is wrong with the draws of all raffles; none when each was frozen and drawn once, and a stranger accepts its proof. */
export async function problemsOfDraws({ app, raffles }: Stage, told: readonly ToldDraw[]): Promise<Record<string, unknown[]>> {
  const { drawn, ...others } = raffles;
  const { rows } = await app.db.pool.query<DrawnRaffle>(DRAWN, [[...drawn, ...Object.values(others)]]);
  const { rows: withoutQuota } = await app.db.pool.query(WITHOUT_QUOTA);
  const found: Record<string, unknown[]> = {
    'winners have no paid quota': withoutQuota,
    'raffles were not frozen and drawn once': rows.filter(({ times }) => Object.values(times).some((count) => count !== 1)),
    'proofs of draws do not hold': rows.flatMap(faultsOfProof),
    'the operator was told another draw': told.filter((one) =>
      isOther(
        one,
        rows.find(({ id }) => id === one.id),
      ),
    ),
  };
  return found;
}

function faultsOfProof({ id, proof, hash, winners }: DrawnRaffle): unknown[] {
  if (!proof) return [{ id, problem: 'it has none' }];
  const value: unknown = JSON.parse(gunzipSync(proof).toString());
  const { steps } = verifyProof(value);
  const faults: unknown[] = steps.filter(({ ok }) => !ok).map(({ step, detail }) => ({ id, step, detail }));
  const shown = (value as { winners: { prize: number; number: string }[] }).winners.map(({ prize, number }) => [prize, number]);
  const kept = winners.map(({ position, luckyNumber }) => [position, luckyNumber]);
  if (JSON.stringify(shown) !== JSON.stringify(kept)) faults.push({ id, hash, shown, kept });
  return faults;
}

function isOther({ status, manifestHash, winners }: ToldDraw, now: DrawnRaffle | undefined): boolean {
  if (manifestHash !== null && manifestHash !== now?.hash) return true;
  return status === 'DRAWN' && JSON.stringify(sorted(winners)) !== JSON.stringify(sorted(now?.winners ?? []));
}

const sorted = (winners: ToldDraw['winners']): unknown[] =>
  winners
    .map(({ position, luckyNumber, orderId }) => [position, luckyNumber, orderId] as const)
    .toSorted(([one], [other]) => one - other);
