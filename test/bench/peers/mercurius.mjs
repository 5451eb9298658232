import Fastify from 'fastify';
import mercurius from 'mercurius';
import pg from 'pg';
import { typeDefs } from './schema.mjs';
import { callerOf, idBehind, pageOf, requireCaller, scalars, sellBarOf } from './values.mjs';

/*
 * Mercurius with its JIT and its loaders over Fastify, and prepared statements of pg. Columns are read as they are asked for: one
 * statement a type.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const rowsOf = async (name, text, values) => (await pool.query({ name, text, values })).rows;

const RAFFLE = `
SELECT id, slug, title, subtitle, description, status, status_text AS "statusText", photo_url AS "photoUrl", starts_at AS "startsAt",
       ends_at AS "endsAt", show_ends_at AS "showEndsAt", draw_at AS "drawAt", quota_price AS "quotaPrice",
       quota_quantity AS "quotaQuantity", min_reservation_quantity AS "minReservationQuantity",
       max_reservation_quantity AS "maxReservationQuantity", max_buyer_quantity AS "maxBuyerQuantity",
       reservation_time_limit AS "reservationTimeLimit", fast_selection_cards AS "fastSelectionCards",
       popular_selection_card AS "popularSelectionCard", show_progress_bar AS "showProgressBar", show_prices AS "showPrices",
       whatsapp, category_id AS "categoryId"
FROM raffles WHERE deleted_at IS NULL AND status <> 'DRAFT'`;

const ordersOf = (column) => `
SELECT o.id, o.status, o.quota_quantity AS "quotaQuantity", o.price_by_quota AS "priceByQuota", o.total_value AS "totalValue",
       o.payment_provider_name AS "paymentProviderName", c.txid AS "qrCodeId", c.br_code AS "qrCodeContent",
       o.created_at AS "createdAt", o.expires_at AS "expiresAt", o.paid_at AS "paidAt", o.raffle_id AS "raffleId",
       o.user_id AS "userId"
FROM (SELECT * FROM orders WHERE ${column} = $1 AND id < $2 ORDER BY id DESC LIMIT $3) o
LEFT JOIN charges c ON c.order_id = o.id ORDER BY o.id DESC`;

const resolvers = {
  ...scalars,
  Query: {
    raffle: async (_, { slug }) => (await rowsOf('raffle', `${RAFFLE} AND slug = $1`, [slug]))[0],
    async myOrders(_, { first, after }, { caller }) {
      const values = [requireCaller(caller, 'USER'), idBehind(after), first + 1];
      return pageOf(await rowsOf('my_orders', ordersOf('user_id'), values), first);
    },
    async ordersByRaffle(_, { raffleId, first, after }, { caller }) {
      requireCaller(caller, 'ADMIN');
      return pageOf(await rowsOf('orders_of_raffle', ordersOf('raffle_id'), [raffleId, idBehind(after), first + 1]), first);
    },
  },
};

/** The rows of the ids that a batch of parents names, one a parent. */
async function rowsById(name, text, ids) {
  const rows = new Map((await rowsOf(name, text, [[...new Set(ids)]])).map((row) => [row.id, row]));
  return ids.map((id) => rows.get(id) ?? null);
}

const loaders = {
  Raffle: {
    category: (queries) =>
      rowsById(
        'categories',
        'SELECT id, name FROM raffle_categories WHERE id = ANY ($1::uuid[])',
        queries.map(({ obj }) => obj.categoryId),
      ),
    async prizes(queries) {
      const text = `SELECT raffle_id AS "raffleId", position, title, description FROM raffle_prizes
                    WHERE raffle_id = ANY ($1::uuid[]) ORDER BY raffle_id, position`;
      const rows = await rowsOf('prizes', text, [queries.map(({ obj }) => obj.id)]);
      return queries.map(({ obj }) => rows.filter(({ raffleId }) => raffleId === obj.id));
    },
    async sellBar(queries) {
      const text =
        'SELECT raffle_id AS id, sellable, reserved, allocated FROM raffle_counters WHERE raffle_id = ANY ($1::uuid[])';
      const counters = await rowsById(
        'counters',
        text,
        queries.map(({ obj }) => obj.id),
      );
      return counters.map((counter) => counter && sellBarOf(counter));
    },
  },
  Order: {
    raffle: (queries) =>
      rowsById(
        'raffles',
        'SELECT id, slug, title FROM raffles WHERE id = ANY ($1::uuid[])',
        queries.map(({ obj }) => obj.raffleId),
      ),
    user: (queries) =>
      rowsById(
        'users',
        'SELECT id, name FROM users WHERE id = ANY ($1::uuid[])',
        queries.map(({ obj }) => obj.userId),
      ),
  },
};

const fastify = Fastify({ keepAliveTimeout: 72_000 });
await fastify.register(mercurius, {
  schema: typeDefs,
  resolvers,
  loaders,
  // Compiled at the first use of a document.
  jit: 1,
  context: ({ headers }) => ({ caller: callerOf(headers.authorization) }),
});
console.log(`Mercurius listening on ${await fastify.listen({ host: '127.0.0.1', port: 0 })}`);

process.once('SIGTERM', () => {
  void Promise.all([fastify.close(), pool.end()]).then(() => process.exit(0));
});
