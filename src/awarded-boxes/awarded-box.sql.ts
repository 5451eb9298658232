import type { BoxMode, BoxStanding } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';

/** A prize that boxes may hold; the prize in centavos, shares in hundredths of a percent. */
export interface AwardedBoxRow {
  id: string;
  raffleId: string;
  position: number;
  title: string;
  quantity: number;
  prize: bigint;
  mode: BoxMode;
  percentage: number | null;
  releaseAt: number;
  isLocked: boolean;
  standing: BoxStanding;
}

const COLUMNS = `
  b.id, b.raffle_id AS "raffleId", b.position, b.title, b.quantity, b.prize, b.mode, b.percentage, b.release_at AS "releaseAt",
  b.is_locked AS "isLocked", b.standing`;

/** Of all raffles, newest first. $1 the id to stay below, $2 how many. */
export const selectAwardedBoxes = statement<AwardedBoxRow>(
  'select_awarded_boxes',
  `SELECT ${COLUMNS} FROM awarded_boxes b WHERE b.id < $1 ORDER BY b.id DESC LIMIT $2`,
);

export const countAwardedBoxes = statement<{ count: number }>(
  'count_awarded_boxes',
  'SELECT count(*)::int AS count FROM awarded_boxes',
);

/** In order of creation. $1 raffle id, $2 the position behind which, $3 how many. */
export const selectAwardedBoxesOfRaffle = statement<AwardedBoxRow>(
  'select_awarded_boxes_of_raffle',
  `SELECT ${COLUMNS} FROM awarded_boxes b WHERE b.raffle_id = $1 AND b.position > $2 ORDER BY b.position LIMIT $3`,
);

/** $1 raffle id. */
export const countAwardedBoxesOfRaffle = statement<{ count: number }>(
  'count_awarded_boxes_of_raffle',
  'SELECT count(*)::int AS count FROM awarded_boxes WHERE raffle_id = $1',
);
