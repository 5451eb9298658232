import { Prisma, type Raffle, type RaffleCategory, type RafflePrize } from '../generated/prisma/client.js';
import { columnsOfTable, type ColumnSet } from '../platform/database/column-statements.js';
import type { Promotion } from '../pricing/price.js';
import type { Selection } from '../platform/selection.js';

/** A raffle's row as it goes through the service: the secret behind its numbers stays in the database. */
export type RaffleRow = Omit<Raffle, 'sealedSecret'>;

/** A main prize as its raffle shows it. */
export type PrizeRow = Pick<RafflePrize, 'position' | 'title' | 'description'>;

/** A raffle as it was read, with its parts where they were read with it. */
export interface ReadRaffle extends RaffleRow {
  category?: RaffleCategory | null;
  prizes?: PrizeRow[];
  promotions?: Promotion[];
}

const NAMES = Object.values(Prisma.RaffleScalarFieldEnum).filter((name) => name !== 'sealedSecret');

/** Of `raffles r`. */
export const RAFFLE_COLUMNS: Record<keyof RaffleRow, string> = {
  ...columnsOfTable('r', NAMES),
  // An array of an enum of ours is no array to the driver.
  reservationFields: 'r.reservation_fields::text[]',
};

const ALL: ColumnSet<RaffleRow> = new Set(NAMES);

/** What the fields of a Raffle that are no column of their own are made from. */
const READ_FOR: Record<string, readonly (keyof RaffleRow)[]> = {
  __typename: [],
  category: ['categoryId'],
  prizes: [],
  promotions: ['enablePromotions'],
  promotionType: [],
  quotaPrizes: [],
  quotaPrizesLeft: [],
  reservationType: [],
  sellBar: ['status'],
};

/** The columns behind the fields that are asked of a raffle, and the key of its row. All of them for a field that is not known here. */
export function raffleColumns(selection: Selection): ColumnSet<RaffleRow> {
  const wanted = new Set<keyof RaffleRow>(['id']);
  for (const field of selection.fields()) {
    const columns = field in RAFFLE_COLUMNS ? [field as keyof RaffleRow] : READ_FOR[field];
    if (!columns) return ALL;
    for (const column of columns) wanted.add(column);
  }
  return wanted;
}
