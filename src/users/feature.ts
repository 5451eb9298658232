import { defineFeature, type LoadersOf } from '../feature.js';
import { createUserLoader } from './user.loader.js';
import { UserResolver } from './user.resolver.js';
import { userRoutes } from './user.routes.js';
import { usersTexts } from './users.texts.js';

const loaders = { user: createUserLoader };

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const users = defineFeature('users', { texts: usersTexts, loaders, resolvers: [UserResolver], rest: userRoutes });
