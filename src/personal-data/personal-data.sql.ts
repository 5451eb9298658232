// SQL: JSON over several tables.
import { statement } from '../platform/database/statement.js';

/** A part of what is kept about a person, as JSON, and where it stands in its list. */
export interface PersonalRow {
  status: string;
  id: string;
  json: string;
}

/** Raffles that are not over in which a person holds quotas: three are enough to say so. $1 user. */
export const selectRafflesUnderWay = statement<{ title: string }>(
  'select_raffles_under_way',
  `
  SELECT DISTINCT r.title FROM orders o JOIN raffles r ON r.id = o.raffle_id
  WHERE o.user_id = $1 AND (o.status = 'PENDING' OR (o.status = 'PAID' AND r.status NOT IN ('DRAWN', 'FINISHED', 'CANCELLED')))
  ORDER BY r.title LIMIT 3`,
);
