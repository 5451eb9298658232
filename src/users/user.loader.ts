import DataLoader from 'dataloader';
import type { App } from '../context.js';
import type { User } from '../generated/prisma/client.js';

/** A user's row as it goes through the service: the password's hash stays in the database. */
export type UserRow = Omit<User, 'passwordHash'>;

/** Users by id, deleted ones too (an order keeps its anonymised buyer); null where there is none. */
export function createUserLoader(app: App, options: { cache: boolean }): DataLoader<string, UserRow | null> {
  return new DataLoader<string, UserRow | null>(
    async (ids) => {
      const users = await app.db.prisma.user.findMany({ where: { id: { in: [...ids] } }, omit: { passwordHash: true } });
      const byId = new Map(users.map((user) => [user.id, user]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    { cache: options.cache },
  );
}
