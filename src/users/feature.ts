import { defineFeature, type LoadersOf } from '../feature.js';
import { loadByKey } from '../graphql/load-by-key.js';
import { UserResolver } from './user.resolver.js';
import { userRoutes } from './user.routes.js';
import { usersTexts } from './users.texts.js';
import { endUnusedAccounts, selectUsers } from './user.sql.js';

/** Deleted users too: an order keeps its anonymised buyer. */
const loaders = {
  user: loadByKey(
    ({ db }, ids) => db.query(selectUsers, [ids]),
    (user) => [user.id, user],
    null,
  ),
};

declare module '../context.js' {
  interface Loaders extends LoadersOf<typeof loaders> {}
}

export const users = defineFeature('users', {
  texts: usersTexts,
  loaders,
  resolvers: [UserResolver],
  openapi: {
    tags: { users: 'Accounts of buyers and operators, their sessions and their data.' },
    alsoSent: { CreateUserInput: ['phone', 'cpf'], CreateCustomerInput: ['password'] },
  },
  rest: userRoutes,
  // As long as the longest session.
  retention: [
    {
      statement: endUnusedAccounts,
      days: 90,
      ofPerson: {
        'pt-BR': {
          data: 'Cadastro sem uso: sem telefone confirmado, sem pedido e sem login',
          purpose: 'Esperar o primeiro pedido',
        },
        en: { data: 'An unused account: without a proved phone, an order or a login', purpose: 'To wait for the first order' },
      },
    },
  ],
});
