import { Prisma, type Raffle, type RaffleCategory, type RaffleCommitment, type RafflePrize } from '../generated/prisma/client.js';
import { columnsOfTable, type ColumnSet } from '../platform/database/column-statements.js';
import type { Promotion } from '../pricing/price.js';
import type { Selection } from '../platform/selection.js';

/** Without the secret behind the lucky numbers: it never leaves the database. */
export type RaffleRow = Omit<Raffle, 'sealedSecret'>;

export type PrizeRow = Pick<RafflePrize, 'position' | 'title' | 'description' | 'photoUrl'>;

export type Commitments = Pick<RaffleCommitment, 'boxesHash' | 'quotaPrizesHash'>;

export interface ReadRaffle extends RaffleRow {
  category?: RaffleCategory | null;
  prizes?: PrizeRow[];
  promotions?: Promotion[];
  commitments?: Commitments;
  /** Of the last version, hexadecimal. */
  regulationHash?: string | null;
  /** It has awarded boxes or quota prizes. */
  isInstant?: boolean;
}

const NAMES = Object.values(Prisma.RaffleScalarFieldEnum).filter((name) => name !== 'sealedSecret');

export const RAFFLE_COLUMNS: Record<keyof RaffleRow, string> = {
  ...columnsOfTable('r', NAMES),
  // The driver does not parse arrays of an own enum.
  reservationFields: 'r.reservation_fields::text[]',
};

const ALL: ColumnSet<RaffleRow> = new Set(NAMES);

const READ_FOR: Record<string, readonly (keyof RaffleRow)[]> = {
  __typename: [],
  category: ['categoryId'],
  certificateStanding: ['certificateCode', 'certificateValidFrom', 'certificateValidUntil'],
  prizes: [],
  promotions: ['enablePromotions'],
  promoter: ['certificateCode', 'quotaPrice'],
  promotionType: [],
  quotaPrizes: [],
  quotaPrizesLeft: [],
  refundRule: [],
  regulationHash: [],
  reservationType: [],
  sellBar: ['status'],
};

/** All columns if a field is unknown here. */
export function raffleColumns(selection: Selection): ColumnSet<RaffleRow> {
  const wanted = new Set<keyof RaffleRow>(['id']);
  for (const field of selection.fields()) {
    const columns = field in RAFFLE_COLUMNS ? [field as keyof RaffleRow] : READ_FOR[field];
    if (!columns) return ALL;
    for (const column of columns) wanted.add(column);
  }
  return wanted;
}
