import pg from 'pg';
import { readConfig } from '../config.js';
import { isForbidden } from '../platform/database/errors.js';
import { guardsOfRole } from '../platform/database/guards.js';
import { createLog } from '../platform/log.js';
import { StartProblem } from '../platform/start-problem.js';
import { openCommandDatabase, runCommand } from './command.js';

const USAGE = 'Name at most the role of the service: npm run database-role -- raffle, with --print to see the SQL only.';

/** `npm run database-role [-- role] [--print]`: gives the service's guards to its role, in its database. Safe to repeat. */
async function databaseRole(): Promise<void> {
  const given = process.argv.slice(2);
  const names = given.filter((word) => word !== '--print');
  if (names.length > 1 || names[0]?.startsWith('-')) throw new StartProblem(USAGE);
  const database = await openCommandDatabase(readConfig(), createLog({ logLevel: 'error' }), { anySchema: true });
  const client = new pg.Client({ connectionString: database.url });
  try {
    await client.connect();
    const { rows } = await client.query<{ user: string; name: string }>(
      'SELECT current_user AS "user", current_database() AS "name"',
    );
    const { user, name } = rows[0]!;
    const role = names[0] ?? user;
    const statements = guardsOfRole(role, name);
    if (given.includes('--print')) return console.log(statements.join('\n'));
    await client.query(statements.join('\n')).catch((error: unknown) => Promise.reject(forbidden(error, user, role)));
    console.log(statements.join('\n'));
    console.log(
      `Set. It holds for new connections of ${role}: tell a pooler RECONNECT in its console, then restart the service.`,
    );
  } finally {
    await client.end();
    await database.close();
  }
}

function forbidden(error: unknown, user: string, role: string): unknown {
  if ((error as { code?: unknown }).code === '42704') return new StartProblem(`PostgreSQL has no role ${role}.`);
  if (!isForbidden(error)) return error;
  return new StartProblem(
    `${user} may not change ${role}: use the DATABASE_URL of ${role} or of a superuser, or give a superuser what --print shows.`,
  );
}

runCommand(databaseRole);
