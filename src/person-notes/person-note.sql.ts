// SQL: a list of the export of personal data, which has its own order, and what several accounts of a person share.
import { statement } from '../platform/database/statement.js';
import { instantText } from '../platform/database/sql-text.js';

/** $1 user, $2 and $3 status and id of the last one seen, $4 limit. */
export const selectPersonalNotes = statement<{ status: string; id: string; json: string }>(
  'select_personal_notes',
  `
  SELECT $2::text AS status, n.id::text, jsonb_build_object('text', n.text, 'createdAt', ${instantText('n.created_at')})::text AS json
  FROM person_notes n WHERE n.user_id = $1
    AND n.id > coalesce(nullif($3::text, '0'), '00000000-0000-0000-0000-000000000000')::uuid
  ORDER BY n.id LIMIT $4`,
);

/** $1 user. */
export const deleteNotesOf = statement<object>('delete_notes_of', 'DELETE FROM person_notes WHERE user_id = $1');

/** $1 from, $2 to. */
export const moveNotes = statement<object>(
  'move_notes',
  'UPDATE person_notes SET user_id = $2::uuid WHERE user_id = ANY ($1::uuid[])',
);
