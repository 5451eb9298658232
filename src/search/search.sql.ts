// SQL: measured: words of names, by an index that the model API cannot express.
import type { Role } from '../generated/prisma/client.js';
import { statement } from '../platform/database/statement.js';
import { hasWords } from '../platform/database/words.js';

export interface NamedPerson {
  id: string;
  role: Role;
  name: string;
  phone: string | null;
  email: string | null;
}

/** So many of the people who fit are looked at: with a common name alone they are any, and one more word finds the others. */
const LOOKED_AT = 100;
/** So many of the raffles that fit are looked at. With more, those are any, and not surely the newest. */
const RAFFLES_LOOKED_AT = 1_000;

/** Nothing of what was deleted, as in their indexes: the condition needs no other, with which another index might be taken. */
const WORDS_OF = {
  people: 'CASE WHEN u.deleted_at IS NULL THEN u.name END',
  raffles: "CASE WHEN r.deleted_at IS NULL THEN r.title || ' ' || replace(r.slug, '-', ' ') END",
};

/** The shortest names first: nothing in them was not asked for. $1 as `wordsQuery` makes it, $2 how many. */
export const selectPeopleByWords = statement<NamedPerson>(
  'select_people_by_words',
  `
  SELECT * FROM (
    SELECT u.id, u.role, u.name, u.phone, u.email FROM users u WHERE ${hasWords(WORDS_OF.people, '$1')} LIMIT ${LOOKED_AT}
  ) found ORDER BY length(name), name, id LIMIT $2`,
);

/** The newest first of those looked at. $1 as `wordsQuery` makes it, $2 how many, $3 only those that may have sold. */
export const selectRafflesByWords = statement<{ id: string; title: string; slug: string }>(
  'select_raffles_by_words',
  `
  SELECT id, title, slug FROM (
    SELECT r.id, r.title, r.slug, r.created_at FROM raffles r
    WHERE ${hasWords(WORDS_OF.raffles, '$1')} AND (NOT $3::boolean OR r.status NOT IN ('DRAFT', 'SOON')) LIMIT ${RAFFLES_LOOKED_AT}
  ) found ORDER BY created_at DESC, id LIMIT $2`,
);
