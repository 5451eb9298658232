import DataLoader from 'dataloader';
import type { App } from '../context.js';
import { selectUsers, type UserRow } from './user.sql.js';

/** Users by id, deleted ones too (an order keeps its anonymised buyer); null where there is none. */
export function createUserLoader(app: App, options: { cache: boolean }): DataLoader<string, UserRow | null> {
  return new DataLoader<string, UserRow | null>(
    async (ids) => {
      const users = await app.db.query(selectUsers, [ids]);
      const byId = new Map(users.map((user) => [user.id, user]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    { cache: options.cache },
  );
}
