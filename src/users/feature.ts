import DataLoader from 'dataloader';
import { defineFeature, type LoadersOf } from '../feature.js';
import { UserResolver } from './user.resolver.js';
import { userRoutes } from './user.routes.js';
import { usersTexts } from './users.texts.js';
import type { App } from '../context.js';
import { selectUsers, type UserRow } from './user.sql.js';

const loaders = { user: createUserLoader };

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const users = defineFeature('users', {
  texts: usersTexts,
  loaders,
  resolvers: [UserResolver],
  openapi: { tags: { users: 'Accounts of buyers and operators, their sessions and their data.' } },
  rest: userRoutes,
});

/** Deleted users too: an order keeps its anonymised buyer. */
function createUserLoader(app: App, options: { cache: boolean }): DataLoader<string, UserRow | null> {
  return new DataLoader<string, UserRow | null>(
    async (ids) => {
      const users = await app.db.query(selectUsers, [ids]);
      const byId = new Map(users.map((user) => [user.id, user]));
      return ids.map((id) => byId.get(id) ?? null);
    },
    { cache: options.cache },
  );
}
