// SQL: a claim is an upsert with a condition.
import { statement } from '../platform/database/statement.js';

export const selectRounds = statement<{ round: bigint; signature: Buffer }>(
  'select_rounds',
  'SELECT round, signature FROM beacon_rounds WHERE chain = $1 AND round = ANY ($2::bigint[]) AND signature IS NOT NULL',
);

export const selectLatestRound = statement<{ round: bigint }>(
  'select_latest_round',
  'SELECT round FROM beacon_rounds WHERE chain = $1 AND signature IS NOT NULL ORDER BY round DESC LIMIT 1',
);

/** No row while another process asks for it, or when it is kept. $1 chain, $2 round, $3 seconds. */
export const claimRound = statement<{ round: bigint }>(
  'claim_round',
  `
  INSERT INTO beacon_rounds AS known (chain, round, claimed_until) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
  ON CONFLICT (chain, round) DO UPDATE SET claimed_until = excluded.claimed_until
    WHERE known.signature IS NULL AND known.claimed_until < clock_timestamp()
  RETURNING round`,
);

/** The round is not there: others may ask after $3 seconds. $1 chain, $2 round. */
export const releaseRound = statement<object>(
  'release_round',
  `
  UPDATE beacon_rounds SET claimed_until = clock_timestamp() + make_interval(secs => $3)
  WHERE chain = $1 AND round = $2 AND signature IS NULL`,
);

export const storeRound = statement<object>(
  'store_round',
  'UPDATE beacon_rounds SET signature = $3 WHERE chain = $1 AND round = $2 AND signature IS NULL',
);
