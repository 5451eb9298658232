import { createServer } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import { PrismaPg } from '@prisma/adapter-pg';
import express from 'express';
import { PrismaClient } from './generated/prisma/client.ts';
import { typeDefs } from './schema.mjs';
import { callerOf, idBehind, pageOf, requireCaller, scalars, sellBarOf } from './values.mjs';

/*
 * Apollo Server as a middleware of Express, each relation a resolver of its own over Prisma Client, which batches what is found by a
 * unique field: as the documentation of both shows it.
 */
const statementNames = new Map();
const adapter = new PrismaPg(
  { connectionString: process.env.DATABASE_URL, max: 10 },
  {
    // Prepared once a connection.
    statementNameGenerator({ sql }) {
      const name = statementNames.get(sql) ?? `s${statementNames.size}`;
      statementNames.set(sql, name);
      return name;
    },
  },
);
const prisma = new PrismaClient({ adapter });

async function orders(where, { first, after }) {
  const rows = await prisma.order.findMany({
    where: { ...where, id: { lt: BigInt(idBehind(after)) } },
    orderBy: { id: 'desc' },
    take: first + 1,
    include: { charge: true },
  });
  return pageOf(rows, first);
}

const raffleOf = ({ id }) => prisma.raffle.findUnique({ where: { id } });
const orderOf = ({ id }) => prisma.order.findUnique({ where: { id } });

const resolvers = {
  ...scalars,
  Query: {
    raffle: (_, { slug }) => prisma.raffle.findUnique({ where: { slug, deletedAt: null, status: { not: 'DRAFT' } } }),
    myOrders: (_, page, { caller }) => orders({ userId: requireCaller(caller, 'USER') }, page),
    ordersByRaffle(_, { raffleId, ...page }, { caller }) {
      requireCaller(caller, 'ADMIN');
      return orders({ raffleId }, page);
    },
  },
  Raffle: {
    category: (raffle) => raffleOf(raffle).category(),
    prizes: (raffle) => raffleOf(raffle).prizes({ orderBy: { position: 'asc' } }),
    async sellBar(raffle) {
      const counter = await raffleOf(raffle).counter();
      return counter && sellBarOf(counter);
    },
  },
  Order: {
    id: ({ id }) => String(id),
    raffle: (order) => orderOf(order).raffle(),
    user: (order) => orderOf(order).user(),
    qrCodeId: ({ charge }) => charge?.txid,
    qrCodeContent: ({ charge }) => charge?.brCode,
  },
};

const app = express();
const httpServer = createServer({ keepAliveTimeout: 72_000 }, app);
const apollo = new ApolloServer({ typeDefs, resolvers });
await apollo.start();
app.use(
  '/graphql',
  express.json(),
  expressMiddleware(apollo, { context: async ({ req }) => ({ caller: callerOf(req.headers.authorization) }) }),
);
httpServer.listen(0, '127.0.0.1', () => {
  console.log(`Apollo Server listening on http://127.0.0.1:${httpServer.address().port}`);
});

process.once('SIGTERM', () => process.exit(0));
