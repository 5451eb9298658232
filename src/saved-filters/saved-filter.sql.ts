// SQL: a list of the export of personal data, which has its own order.
import { instantText } from '../platform/database/sql-text.js';
import { statement } from '../platform/database/statement.js';

/** $1 user, $2 and $3 status and id of the last one seen, $4 limit. */
export const selectPersonalFilters = statement<{ status: string; id: string; json: string }>(
  'select_personal_filters',
  `
  SELECT $2::text AS status, s.id::text, jsonb_build_object(
    'list', s.list, 'name', s.name, 'query', s.query, 'createdAt', ${instantText('s.created_at')}
  )::text AS json
  FROM saved_filters s WHERE s.user_id = $1
    AND s.id > coalesce(nullif($3::text, '0'), '00000000-0000-0000-0000-000000000000')::uuid
  ORDER BY s.id LIMIT $4`,
);
