import { statement } from '../platform/database/statement.js';

/** The list of FAQs is bounded: one more than this is refused. */
export const MAX_FAQS = 200;

export interface FaqRow {
  id: string;
  question: string;
  answer: string;
  /** 1 to as many as there are. */
  position: number;
  active: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** In their order. $1 only those that are active. */
export const selectFaqs = statement<FaqRow>(
  'select_faqs',
  `
  SELECT id, question, answer, position, active, created_at AS "createdAt", updated_at AS "updatedAt"
  FROM faqs WHERE active OR NOT $1::boolean ORDER BY position LIMIT ${MAX_FAQS}`,
);

/** Makes room for one more, or closes the gap of one that is gone. $1 the first position that moves, $2 by how much. */
export const shiftFaqs = statement<object>(
  'shift_faqs',
  'UPDATE faqs SET position = position + $2::int WHERE position >= $1::int',
);

/** Puts one elsewhere, and those between there and where it was one step aside. $1 id, $2 where it was, $3 where it goes. */
export const moveFaq = statement<object>(
  'move_faq',
  `
  UPDATE faqs SET position = CASE WHEN id = $1 THEN $3::int WHEN $2::int < $3::int THEN position - 1 ELSE position + 1 END
  WHERE position BETWEEN least($2::int, $3::int) AND greatest($2::int, $3::int)`,
);
