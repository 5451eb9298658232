// SQL: lists by a keyset.
import type { BoxMode, BoxStanding } from '../generated/prisma/client.js';
import { keysetList } from '../platform/database/keyset-list.js';
import { INT, UUID } from '../platform/page.js';

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

/** Of all raffles, newest first. A cursor of either list has the position and the id. */
export const awardedBoxes = keysetList<AwardedBoxRow>({
  name: 'awarded_boxes',
  columns: COLUMNS,
  from: 'awarded_boxes b',
  key: [
    ['position', INT],
    ['id', UUID, 'b.id'],
  ],
  order: 'DESC',
});

/** In order of creation. $1 raffle id. */
export const awardedBoxesOfRaffle = keysetList<AwardedBoxRow>({
  name: 'awarded_boxes_of_raffle',
  columns: COLUMNS,
  from: 'awarded_boxes b',
  where: 'b.raffle_id = $1',
  key: [
    ['position', INT, 'b.position'],
    ['id', UUID],
  ],
  order: 'ASC',
});
