import type { Faults } from '../mutant.js';

const GRAPHQL_HTTP = ['test/graphql-http'];
const TRANSACTIONS = ['test/transactions.test.ts'];
const KEPT_ANSWERS = ['test/kept-answers.test.ts'];
const IDS = ['test/process-ids-ahead.test.ts'];
const RATES = ['test/rate-limits.test.ts'];
const OUTCOMES = ['test/process-transaction-outcome.test.ts'];

export const platformFaults: Faults = {
  'src/platform/tokens.ts': [
    {
      name: 'an expired token that was verified before is still valid',
      find: 'known?.token === token && known.claims.expiresAt.getTime() > Date.now()',
      replace: 'known?.token === token',
      tests: ['test/token-ends', 'test/auth.test.ts'],
    },
    {
      name: 'whoever sends the signature of another is taken for them',
      find: 'known?.token === token && known.claims',
      replace: 'known && known.claims',
      tests: ['test/auth.test.ts'],
    },
  ],
  'src/graphql/http.ts': [
    {
      name: 'documents that are not valid are not counted',
      find: 'countRequest(app, { reply, principal: context.principal, cost });',
      replace: '',
      tests: ['test/rate-limits-http.test.ts'],
    },
    {
      name: 'the short way of /graphql takes any method',
      find: "if (method !== 'POST' || !isRecord(body)) return undefined;",
      replace: 'if (!method || !isRecord(body)) return undefined;',
      tests: GRAPHQL_HTTP,
    },
    {
      name: 'the short way of /graphql ignores a persistedQuery',
      find: "(!isRecord(extensions) || 'persistedQuery' in extensions)",
      replace: '!isRecord(extensions)',
      tests: GRAPHQL_HTTP,
    },
  ],
  'src/platform/http/hosts.ts': [
    {
      name: 'a page whose name leads to this machine is answered in development',
      find: 'return isOwn(name) ? undefined :',
      replace: 'return name ? undefined :',
      tests: ['test/hosts.test.ts'],
    },
    {
      name: 'a request may name two hosts',
      find: 'if (given.length > 1) return true;',
      replace: '',
      tests: ['test/hosts.test.ts'],
    },
    {
      name: 'a request line may name another host than the header',
      find: "if (url.startsWith('/') || url === '*') return false;",
      replace: 'if (url) return false;',
      tests: ['test/hosts.test.ts'],
    },
  ],
  'src/graphql/websocket.ts': [
    {
      name: 'a WebSocket that a bug kept from being counted gets 429',
      find: 'if (!(error instanceof DomainError)) {',
      replace: 'if (!(error instanceof Error)) {',
      tests: ['test/rate-limits-http.test.ts'],
    },
    {
      name: 'sockets are opened without being counted',
      find: "{ kind: 'cost', amount: OPENING, told }",
      replace: "{ kind: 'cost', amount: 0, told }",
      tests: ['test/rate-limits-http.test.ts'],
    },
    {
      name: 'a page whose name leads to this machine opens a WebSocket in development',
      find: 'if (foreign) return refuse(',
      replace: 'if (foreign?.statusCode === 400) return refuse(',
      tests: ['test/hosts.test.ts'],
    },
  ],
  'src/platform/http/metrics-route.ts': [
    {
      name: 'a proxy that passes our name on reads the metrics for strangers',
      find: "return publicName === undefined || hostNameOf(headers.host ?? '') !== publicName;",
      replace: 'return true;',
      tests: ['test/metrics-access.test.ts'],
    },
    {
      name: 'strangers read the metrics through a proxy of this machine that names nobody',
      find: ' && !isProxy(remoteAddress)',
      replace: '',
      tests: ['test/metrics-access.test.ts'],
    },
  ],
  'src/config.ts': [
    {
      name: 'in production this machine, where a proxy may be, reads the metrics',
      find: 'listed.length > 0 || metricsToken || production ? listed',
      replace: 'listed.length > 0 || metricsToken ? listed',
      tests: ['test/metrics-access.test.ts'],
    },
  ],
  'src/platform/http/cors.ts': [
    {
      name: 'a WebSocket is opened for a page of any site',
      find: 'headers.origin === undefined || isOwn(headers) ||',
      replace: 'isOwn !== undefined ||',
      tests: ['test/cors.test.ts'],
    },
    {
      name: 'a page of any site may read answers once some are listed',
      find: '!isPlainOptions && origins.isListed(origin) ?',
      replace: '!isPlainOptions ?',
      tests: ['test/cors.test.ts'],
    },
  ],
  'src/rest/router.ts': [
    {
      name: 'what an operator may see stays in caches that others share',
      find: 'REVALIDATED[keptBy]',
      replace: 'REVALIDATED.everybody',
      tests: ['test/http-headers.test.ts'],
    },
  ],
  'src/graphql/authorize-schema.ts': [
    {
      name: 'an operation that names no role is everybody’s',
      find: 'if (!roles?.length) throw new Error(`${coordinate} names no role`);',
      replace: 'if (!roles?.length) return;',
      tests: ['test/schema.test.ts', 'test/authorize-schema.test.ts'],
    },
    {
      name: 'an operator may do what is for buyers only',
      find: 'roles.some((role) => role === principal.role)',
      replace: "roles.some((role) => role === principal.role) || principal.role === 'ADMIN'",
      tests: ['test/order-lists.test.ts', 'test/authorize-schema.test.ts'],
    },
    {
      name: 'whoever has a token may do everything',
      find: 'roles.some((role) => role === principal.role)',
      replace: "roles.some((role) => role === principal.role) || principal.role !== 'PUBLIC'",
      tests: ['test/auth.test.ts', 'test/order-lists.test.ts'],
    },
    {
      name: 'a stream opens before its role is checked',
      find: 'if (field.subscribe) field.subscribe = guarded(field.subscribe);',
      replace: 'if (field.subscribe) field.resolve &&= guarded(field.resolve);',
      tests: ['test/subscriptions.test.ts', 'test/authorize-schema.test.ts'],
    },
  ],
  'src/graphql/shared-results.ts': [
    {
      name: 'subscribers share answers whoever they are',
      find: 'return isSameForRole || ',
      replace: 'return name !== null || ',
      tests: ['test/shared-answers.test.ts'],
    },
  ],
  'src/graphql/kept-answers.ts': [
    {
      name: 'an answer that is too old is made once for each caller',
      find: 'if (other) return',
      replace: 'if (other && !key) return',
      tests: KEPT_ANSWERS,
    },
    {
      name: 'who waited for an answer gets what is no longer kept',
      find: 'other.then(() => keptFor(key) ?? make())',
      replace: 'other.then(() => answers.get(key)?.answer ?? make())',
      tests: KEPT_ANSWERS,
    },
    {
      name: 'an answer that was made of a caller is given to others',
      find: 'const isShared = !watched.readsOthers() && reads.length > 0',
      replace: 'const isShared = reads.length > 0',
      tests: KEPT_ANSWERS,
    },
    {
      name: 'an answer that was made of the id of a buyer is given to other buyers',
      find: "if (name !== 'role') noteOther();",
      replace: '',
      tests: KEPT_ANSWERS,
    },
    {
      name: 'an answer is kept although its raffle was read again since',
      find: 'return now === value;',
      replace: 'return now !== undefined || value === undefined;',
      tests: KEPT_ANSWERS,
    },
    {
      name: 'a database that is away while a kept answer is compared ends the process',
      find: 'if (now instanceof Promise) now.catch(() => undefined);',
      replace: '',
      tests: KEPT_ANSWERS,
    },
    {
      name: 'an answer is kept that was made without a read that failed',
      find: 'value.then(note, noteFailure)',
      replace: 'value.then(note)',
      tests: KEPT_ANSWERS,
    },
    {
      name: 'a buyer gets the answer that was kept for nobody in particular',
      find: '`${id} ${role} ${JSON.stringify(variables)}`',
      replace: '`${id} ${JSON.stringify(variables)}`',
      tests: KEPT_ANSWERS,
    },
    {
      name: 'the answer about one raffle is given about another',
      find: '`${id} ${role} ${JSON.stringify(variables)}`',
      replace: '`${id} ${role}`',
      tests: KEPT_ANSWERS,
    },
    {
      name: 'operators get answers that are kept',
      find: "(role !== 'PUBLIC' && role !== 'USER')",
      replace: "role === 'CLIENT'",
      tests: KEPT_ANSWERS,
    },
    {
      name: 'an answer with an error is kept',
      find: 'if (!answer?.data || answer.errors) return answer;',
      replace: 'if (!answer?.data) return answer;',
      tests: KEPT_ANSWERS,
    },
  ],
  'src/platform/database/database.ts': [
    {
      name: 'a transaction whose reply to COMMIT was lost is run again',
      find: '(await isCommitted(',
      replace: '(await (async (..._: unknown[]) => false)(',
      tests: TRANSACTIONS,
    },
    {
      name: 'a transaction in which a statement failed is lost in silence',
      find: "if (command !== 'COMMIT') throw",
      replace: "if (command === 'BEGIN') throw",
      tests: TRANSACTIONS,
    },
    {
      name: 'caches and workers are told of a transaction that did not commit',
      find: 'afterCommit: (tell) => void toTell.push(tell)',
      replace: 'afterCommit: (tell) => tell()',
      tests: TRANSACTIONS,
    },
    {
      name: 'a transaction for which Postgres stopped waiting for the standby is answered as done',
      find: 'connections.assertReplicated(client);\n      isCommitting = false;',
      replace: 'isCommitting = false;',
      tests: OUTCOMES,
    },
  ],
  'src/platform/batch-queue.ts': [
    {
      name: 'who waits behind a batch that was held up is sent away too late',
      find: '.sort((one, other) => one.endsAtMs - other.endsAtMs)',
      replace: '',
      tests: ['test/batch-queue.test.ts'],
    },
  ],
  'src/platform/rate-limits.ts': [
    {
      name: 'who was refused once is asked about in every later window',
      find: '        refused.delete(who);\n',
      replace: '',
      tests: RATES,
    },
    {
      name: 'each address of a /64 has a limit of its own',
      find: "[['address', networkOf(clientAddress)]]",
      replace: "[['address', clientAddress]]",
      tests: RATES,
    },
    {
      name: 'what is refused is counted, so that a large request spends the limit of small ones',
      find: 'giveBack();\n        return refuse(',
      replace: 'return refuse(',
      tests: RATES,
    },
    {
      name: 'when all ask for too much everybody is refused',
      find: ' && ofAddress > all / Math.max(1, addresses)',
      replace: '',
      tests: RATES,
    },
    {
      name: 'what other processes counted is not added',
      find: 'if (more <= 0) return;',
      replace: 'if (more !== 0) return;',
      tests: RATES,
    },
    {
      name: 'what was exchanged is exchanged again',
      find: 'entry.told = own;',
      replace: '',
      tests: RATES,
    },
    {
      name: 'what is held is limited in each process alone',
      find: '(who) => others.get(who) ?? 0);',
      replace: '() => 0);',
      tests: RATES,
    },
    {
      name: 'in a new window nobody else seems to hold anything',
      find: 'isFirst ? Math.max(others.get(who) ?? 0, sum - ours) : sum - ours',
      replace: 'sum - ours',
      tests: RATES,
    },
    {
      name: 'who was refused is not told of room that others made',
      find: 'if (!leave && others.has(who)) refused.add(who);',
      replace: '',
      tests: RATES,
    },
    {
      name: 'a process says what it holds in the first window alone',
      find: 'const name = `${held.what} ${window} ${who}`;',
      replace: 'const name = `${held.what} ${who}`;',
      tests: RATES,
    },
  ],
  'src/platform/http/one-export.ts': [
    {
      name: 'an operator has many files made at once',
      find: 'if (tries === CLAIMS) throw',
      replace: 'if (tries === CLAIMS) break;\n        if (tries > CLAIMS) throw',
      tests: ['test/order-export.test.ts'],
    },
    {
      name: 'who asks for a file as soon as the one before is over is refused',
      find: 'const CLAIMS = 4;',
      replace: 'const CLAIMS = 1;',
      tests: ['test/order-export.test.ts'],
    },
    {
      name: 'who breaks off a file gets no other one',
      find: 'finished(reply.raw, () => {',
      replace: "reply.raw.once('finish', () => {",
      tests: ['test/order-export.test.ts'],
    },
    {
      name: 'a long file is forgotten while it is sent',
      find: 'db.query(renewExport, [account, claim, leaseSeconds]).catch(onFailure);',
      replace: '',
      tests: ['test/order-export.test.ts'],
    },
    {
      name: 'a process that crashed keeps its account from every other file',
      find: 'WHERE l.held_until < clock_timestamp()',
      replace: 'WHERE false',
      tests: ['test/order-export.test.ts'],
    },
    {
      name: 'the end of a file ends that of another process',
      find: "'DELETE FROM export_leases WHERE account = $1 AND claim = $2'",
      replace: "'DELETE FROM export_leases WHERE account = $1 AND $2::uuid IS NOT NULL'",
      tests: ['test/order-export.test.ts'],
    },
  ],
  'src/platform/database/paced-pages.ts': [
    {
      name: 'a large file is made without rests',
      find: 'const restMs = (readAtMs - beganAtMs) *',
      replace: 'const restMs = 0 *',
      tests: ['test/order-export.test.ts'],
    },
    {
      name: 'a large file takes as much of a busy process as of an idle one',
      find: 'Math.max(1, busy / (1 - busy))',
      replace: '1',
      tests: ['test/order-export.test.ts'],
    },
  ],
  'src/draws/proof.route.ts': [
    {
      name: 'each who asks for a proof has it read again',
      find: 'yield kept.get(`${raffleId} ${from}`);',
      replace: 'yield kept.get(`${raffleId} ${from} ${Math.random()}`);',
      tests: ['test/draws.test.ts'],
    },
    {
      name: 'a proof that is unpacked counts as little as a packed one',
      find: '(isUnpacked ? UNPACKED : 1)',
      replace: '1',
      tests: ['test/draws.test.ts'],
    },
  ],
  'src/payments/callback.route.ts': [
    {
      name: 'forged callbacks are not counted',
      find: "if (error.code !== 'NOT_FOUND' && error.code !== 'UNAUTHENTICATED') return error;",
      replace: 'if (error) return error;',
      tests: ['test/rate-limits-http.test.ts'],
    },
  ],
  'src/files/files.route.ts': [
    {
      name: 'uploads are not counted',
      find: 'cost: ENCODED * received.length',
      replace: 'cost: 0',
      tests: ['test/rate-limits-http.test.ts'],
    },
    {
      name: 'pictures are not counted',
      find: 'countRequest(app, { reply, cost: SENT });',
      replace: '',
      tests: ['test/rate-limits-http.test.ts'],
    },
  ],
  'src/graphql/executor.ts': [
    {
      name: 'operations that are refused before they are counted are free',
      find: 'const refusal = told.length > 0 || via.isOurs ? error : countedRefusal(error, context, told);',
      replace: 'const refusal = error;',
      tests: ['test/rate-limits-http.test.ts'],
    },
  ],
  'src/graphql/subscriptions.ts': [
    {
      name: 'subscriptions are not counted',
      find: "app.rateLimits.take(extra.context!, { kind: 'cost', amount: weight });",
      replace: '',
      tests: ['test/rate-limits-http.test.ts'],
    },
  ],
  'src/platform/csv.ts': [
    {
      name: 'a spreadsheet runs what a buyer is called',
      find: "CASE WHEN ${text} ~ E'^${FORMULA}' THEN '''' ELSE '' END || ${text}",
      replace: '${text}',
      tests: ['test/order-export.test.ts'],
    },
    {
      name: 'a formula of a full-width sign is one',
      find: '\\uFF1D\\uFF0B\\uFF20\\uFF0D-',
      replace: '-',
      tests: ['test/order-export.test.ts'],
    },
    {
      name: 'a name with a semicolon shifts the columns',
      find: `'[;"`,
      replace: `'["`,
      tests: ['test/order-export.test.ts'],
    },
    {
      name: 'a quotation mark ends a cell',
      find: `'"' || replace(\${escaped}, '"', '""') || '"'`,
      replace: `'"' || \${escaped} || '"'`,
      tests: ['test/order-export.test.ts'],
    },
  ],
  'src/graphql/limited.ts': [
    {
      name: 'a document with many writes counts as one',
      find: 'const others = isWrite ? Math.max(0, cost - WRITE) : cost;',
      replace: 'const others = isWrite ? 0 : cost;',
      tests: ['test/rate-limits-http'],
    },
    {
      name: 'orders under several aliases count as one',
      find: '(calls.get(kind) ?? 0) + 1',
      replace: '1',
      tests: ['test/rate-limits-http'],
    },
  ],
  'src/platform/database/transaction-outcome.ts': [
    {
      name: 'a transaction that was rolled back is answered as committed',
      find: 'return answer!.committed;',
      replace: 'return answer !== undefined;',
      tests: TRANSACTIONS,
    },
    {
      name: 'what was said not to have committed commits later',
      find: 'INSERT INTO transaction_witnesses AS w (id, by_asker) VALUES ($1, true)\n  ON CONFLICT (id) DO UPDATE SET by_asker = w.by_asker RETURNING NOT by_asker AS committed',
      replace: 'SELECT EXISTS (SELECT FROM transaction_witnesses WHERE id = $1 AND NOT by_asker) AS committed',
      tests: TRANSACTIONS,
    },
    {
      name: 'the second who asks takes the row of the first for that of the transaction',
      find: 'VALUES ($1, true)',
      replace: 'VALUES ($1, false)',
      tests: TRANSACTIONS,
    },
    {
      name: 'when nobody says in time what became of a transaction it is taken for not done',
      find: 'throw new UnknownOutcomeError(error);',
      replace: 'return false;',
      tests: OUTCOMES,
    },
    {
      name: 'the row of a transaction is removed while one may still ask for it, because a clock is slow',
      find: "\n      AND created_at < now() - interval '1 hour'",
      replace: '',
      tests: ['test/retention.test.ts'],
    },
  ],
  'src/platform/database/guards.ts': [
    {
      name: 'what is answered as done is not on disk yet',
      find: "name: 'synchronous_commit', value: 'on'",
      replace: "name: 'synchronous_commit', value: 'off'",
      tests: TRANSACTIONS,
    },
    {
      name: 'a timeout that is off counts as a guard',
      find: 'Number(setting) > 0 && ',
      replace: '',
      tests: ['test/poolers.test.ts'],
    },
  ],
  'src/platform/database/retry.ts': [
    {
      name: 'a serialization failure is not tried again',
      find: 'return isConflict(error) || isConnectionRefused(error)',
      replace: 'return isConnectionRefused(error)',
      tests: [...TRANSACTIONS, 'test/settle.test.ts'],
    },
  ],
  'src/platform/idempotency.ts': [
    {
      name: 'an Idempotency-Key is everybody’s',
      find: '`${role}:${id}`',
      replace: 'role',
      tests: ['test/order-idempotency.test.ts', 'test/billing-orders.test.ts'],
    },
    {
      name: 'an Idempotency-Key answers whatever is asked with it',
      find: 'if (!keptFingerprint.equals(fingerprint)) throw',
      replace: 'if (keptFingerprint.length !== fingerprint.length) throw',
      tests: ['test/refunds.test.ts', 'test/billing-orders.test.ts'],
    },
    {
      name: 'an Idempotency-Key that made an order of one kind answers for the other',
      find: 'JSON.stringify([operation, sorted(input)])',
      replace: 'JSON.stringify([sorted(input)])',
      tests: ['test/order-idempotency.test.ts'],
      survives: 'the two kinds are asked for with different fields: only one of them carries its buyer',
    },
    {
      name: 'Idempotency-Keys are forgotten within the week that they are kept for',
      find: 'make_interval(days => $1)',
      replace: 'make_interval(hours => $1)',
      tests: ['test/retention.test.ts'],
    },
  ],
  'src/platform/database/migration-history.ts': [
    {
      name: 'migrations are taken for applied whatever their scripts say',
      find: 'wanted.every(({ name, checksum }) => found.has(`${name} ${checksum}`))',
      replace: 'found.size > 0',
      tests: ['test/migrations'],
    },
    {
      name: 'migrations are taken for applied that did not finish',
      find: 'recorded.filter(({ finished }) => finished).map(',
      replace: 'recorded.map(',
      tests: ['test/migrations'],
    },
    {
      name: 'migrations of which the database has more are taken for all',
      find: 'recorded.length === wanted.length && ',
      replace: '',
      tests: ['test/migrations'],
    },
    {
      name: 'an older version runs on what a newer one took away from it',
      find: 'since !== undefined && known.has(since)',
      replace: 'since !== undefined',
      tests: ['test/migrations'],
    },
    {
      name: 'an older version runs on migrations that do not say that it may',
      find: "return phase === 'expand' ||",
      replace: "return phase !== 'contract' ||",
      tests: ['test/migrations'],
    },
    {
      name: 'a database that has some of the squashed migrations is taken for one that has all',
      find: 'history.every(({ finished }) => finished) && ',
      replace: '',
      tests: ['test/squashed-migrations'],
    },
  ],
  'src/platform/database/migration-script.ts': [
    {
      name: 'a migration waits for a lock as long as it takes, with the sale behind it',
      find: 'ownLimits({ lockMs: waits.lockMs, isLocal: true });',
      replace: 'ownLimits({ lockMs: 0, isLocal: true });',
      tests: ['test/migration-locks'],
    },
    {
      name: 'a timeout of the role ends a migration',
      find: "('statement_timeout', 'lock_timeout',",
      replace: "('lock_timeout',",
      tests: ['test/migration-locks'],
    },
    {
      name: 'an index that was interrupted is taken for built',
      find: 'if (!found || found.isValid) return found !== undefined;',
      replace: 'if (found) return true;',
      tests: ['test/migration-locks'],
    },
    {
      name: 'an index that failed stays, and refuses rows',
      find: 'await dropUnfinished(run, index);',
      replace: '',
      tests: ['test/migration-locks'],
    },
    {
      name: 'an index that the session of a killed process builds is dropped',
      find: 'if (found.builder) throw new BuiltByAnother(found.builder);',
      replace: '',
      tests: ['test/migration-locks'],
    },
  ],
  'src/platform/database/migrations.ts': [
    {
      name: 'who waits for the migration lock holds a snapshot',
      find: 'SELECT pg_try_advisory_xact_lock(${LOCK_KEY}) AS locked',
      replace: 'SELECT true AS locked FROM (SELECT pg_advisory_xact_lock(${LOCK_KEY})) AS waited',
      tests: ['test/migration-locks'],
    },
    {
      name: 'an older version that waited for a newer one puts its functions back, or does not start',
      find: 'if (await isServed(observer, release, log)) return [];',
      replace: '',
      tests: ['test/migrations'],
    },
  ],
  'src/platform/database/functions.ts': [
    {
      name: 'a function whose file changed stays as it was',
      find: 'applied.get(name) !== checksum',
      replace: '!applied.has(name)',
      tests: ['test/migrations'],
    },
  ],
  'scripts/stamp.mjs': [
    {
      name: 'a build that was ended half-way, or changed by hand, is started',
      find: 'isSame(stampOf(step), made)',
      replace: 'isMadeOfSources(step)',
      tests: ['test/package-build.test.ts'],
    },
  ],
  'src/development/development-providers.ts': [
    {
      name: 'a start takes back what an operator made of a provider of development',
      find: 'SET base_url =',
      replace: 'SET priority = excluded.priority, base_url =',
      tests: ['test/development-providers.test.ts'],
    },
  ],
  'src/platform/masking.ts': [
    {
      name: 'a public name is a sentence without spaces',
      find: '.flatMap((word) => word.split(INNER_CAPITAL))',
      replace: '',
      tests: ['test/users.test.ts'],
    },
    {
      name: 'a public name is as long as its owner likes',
      find: 'first.slice(0, MOST_LETTERS)',
      replace: 'first',
      tests: ['test/users.test.ts'],
    },
    {
      name: 'a public name tells of a site',
      find: ".replaceAll(ADDRESS, ' ')",
      replace: '',
      tests: ['test/users.test.ts'],
    },
    {
      name: 'a public name has letters that only look different',
      find: ".normalize('NFKC')",
      replace: ".normalize('NFC')",
      tests: ['test/users.test.ts'],
    },
  ],
  'src/platform/read-through-cache.ts': [
    {
      name: 'what many ask for at the same time is read for each of them',
      find: 'if (known?.loading) return known.loading;',
      replace: '',
      tests: ['test/read-through-cache.test.ts', 'test/raffle-pages.test.ts'],
    },
  ],
  'src/platform/database/ids-ahead.ts': [
    {
      name: 'a role that may not ask for the identity of the server cannot connect',
      find: '    if (!isForbidden(error)) throw error;\n',
      replace: '    throw error;\n',
      tests: IDS,
    },
    {
      name: 'nobody hears that another server would not be noticed',
      find: '    onForbidden(error as Error);\n',
      replace: '',
      tests: IDS,
    },
    {
      name: 'a new leader gives numbers that the old one gave',
      find: 'isSameServer && timeline === knownTimeline',
      replace: 'isSameServer && timeline !== null',
      tests: IDS,
    },
    {
      name: 'a copy of the database gives numbers that the original gave',
      find: 'isSameServer && timeline === knownTimeline',
      replace: 'timeline === knownTimeline',
      tests: IDS,
    },
    {
      name: 'every connection to a copy leaves out numbers again',
      find: 'if (now?.timeline && !isKnown(now))',
      replace: 'if (now?.timeline)',
      tests: IDS,
    },
    {
      name: 'numbers are left out no matter how long a database was away',
      find: 'greatest(0, extract(epoch FROM',
      replace: 'least(0, extract(epoch FROM',
      tests: IDS,
    },
    {
      name: 'a copy of rows alone begins its numbers again',
      find: 'WHERE is_called), (SELECT max(${column})::bigint FROM ${table}))',
      replace: 'WHERE is_called), NULL)',
      tests: IDS,
    },
  ],
  'src/platform/backup/restore-backup.ts': [
    {
      name: 'a restored database gives numbers that were given after the backup',
      find: '    await jumpAhead(client, new Date(manifest.madeAt));\n',
      replace: '',
      tests: ['test/process-backup.test.ts'],
    },
  ],
};
