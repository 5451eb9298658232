import { createServer } from 'node:http';
import { postgraphile } from 'postgraphile';
import { makePgService } from 'postgraphile/adaptors/pg';
import { grafserv } from 'postgraphile/grafserv/node';
import { PostGraphileAmberPreset } from 'postgraphile/presets/amber';
import { makeJSONPgSmartTagsPlugin } from 'postgraphile/utils';
import { callerOf } from './values.mjs';

// It asks for Node 22, of which this is all that it needs.
Promise.withResolvers ??= () => {
  let resolve;
  let reject;
  const promise = new Promise((resolved, rejected) => {
    resolve = resolved;
    reject = rejected;
  });
  return { promise, resolve, reject };
};

/* PostGraphile over the tables as they are: what Postgres keeps unique by an index alone is told it by tags. */
const uniqueBy = (column) => ({ tags: { unique: column } });
const preset = {
  extends: [PostGraphileAmberPreset],
  plugins: [
    makeJSONPgSmartTagsPlugin({ version: 1, config: { class: { raffles: uniqueBy('slug'), charges: uniqueBy('order_id') } } }),
  ],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ['public'], poolConfig: { max: 10 } })],
  grafast: {
    explain: false,
    // A token that is not ours refuses the request.
    context: ({ node }) => ({ caller: callerOf(node?.req.headers.authorization) }),
  },
  grafserv: { graphiql: false, websockets: false, watch: false },
};

const server = createServer({ keepAliveTimeout: 72_000 });
server.on('error', (error) => console.error(error));
await postgraphile(preset).createServ(grafserv).addTo(server);
server.listen(0, '127.0.0.1', () => {
  console.log(`PostGraphile listening on http://127.0.0.1:${server.address().port}`);
});

process.once('SIGTERM', () => process.exit(0));
