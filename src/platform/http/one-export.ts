import { randomUUID } from 'node:crypto';
import { finished } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Database } from '../database/database.js';
import { statement } from '../database/statement.js';
import { refuse } from '../domain-error.js';
import type { Principal } from '../principal.js';

const AGAIN_AFTER_SECONDS = 5;
/** How long the file of a process that crashed keeps its account from another one. */
const LEASE_SECONDS = 30;
/** The end of a file is written moments after its reader has it. An account that asks for the next one at once is not refused. */
const CLAIMS = 4;
const BETWEEN_CLAIMS_MS = 100;

/** No row while another file is sent. $1 account, $2 claim, $3 seconds. */
const claimExport = statement<object>(
  'claim_export',
  `
  INSERT INTO export_leases AS l (account, claim, held_until) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
  ON CONFLICT (account) DO UPDATE SET claim = excluded.claim, held_until = excluded.held_until
    WHERE l.held_until < clock_timestamp()
  RETURNING account`,
);

/** $1 account, $2 claim, $3 seconds. */
const renewExport = statement<object>(
  'renew_export',
  'UPDATE export_leases SET held_until = clock_timestamp() + make_interval(secs => $3) WHERE account = $1 AND claim = $2',
);

/** $1 account, $2 claim. */
const endExport = statement<object>('end_export', 'DELETE FROM export_leases WHERE account = $1 AND claim = $2');

/** Of processes that crashed. $1 how many. */
export const purgeExports = statement<object>(
  'purge_exports',
  `
  DELETE FROM export_leases WHERE account = ANY (ARRAY(
    SELECT account FROM export_leases WHERE held_until < now() - interval '1 minute' ORDER BY held_until LIMIT $1
    FOR UPDATE SKIP LOCKED
  )) RETURNING account`,
);

/** One large file at a time for each account, over all processes. */
export interface OneExport {
  /** RATE_LIMITED while another one is sent. It is over when the answer is, however that ends. */
  begin(principal: Principal, reply: Pick<FastifyReply, 'raw'>): Promise<void>;
}

export function createOneExport(options: {
  db: Pick<Database, 'query'>;
  /** A lease that was not renewed or ended lapses: another file waits for it. */
  onFailure(error: unknown): void;
  leaseSeconds?: number;
}): OneExport {
  const { db, onFailure, leaseSeconds = LEASE_SECONDS } = options;
  return {
    async begin(principal, reply) {
      const account = 'id' in principal ? principal.id : '';
      const claim = randomUUID();
      const tryToClaim = async () => (await db.query(claimExport, [account, claim, leaseSeconds])).length > 0;
      for (let tries = 1; !(await tryToClaim()); tries += 1) {
        if (tries === CLAIMS) throw refuse('platform.oneExport', {}, { retryAfterSeconds: AGAIN_AFTER_SECONDS });
        await sleep(BETWEEN_CLAIMS_MS);
      }
      const renewal = setInterval(
        () => {
          db.query(renewExport, [account, claim, leaseSeconds]).catch(onFailure);
        },
        (leaseSeconds * 1_000) / 3,
      );
      finished(reply.raw, () => {
        clearInterval(renewal);
        db.query(endExport, [account, claim]).catch(onFailure);
      });
    },
  };
}
