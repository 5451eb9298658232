import { statement } from '../platform/database/statement.js';

/** What a raffle published of its boxes and quota prizes; SHA-256 each, null where it has no such thing. */
export interface CommitmentRow {
  raffleId: string;
  boxSeedHash: Buffer | null;
  boxesHash: Buffer | null;
  quotaPrizesHash: Buffer | null;
}

/** $1 raffle ids. Those without a row have neither boxes nor quota prizes. */
export const selectCommitments = statement<CommitmentRow>(
  'select_commitments',
  `
  SELECT raffle_id AS "raffleId", box_seed_hash AS "boxSeedHash", boxes_hash AS "boxesHash", quota_prizes_hash AS "quotaPrizesHash"
  FROM raffle_commitments WHERE raffle_id = ANY ($1::uuid[])`,
);
