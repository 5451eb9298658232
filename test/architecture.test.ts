import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { features } from '../src/features.js';

const SRC = path.join(import.meta.dirname, '..', 'src');

/** What every feature may import besides the features that it needs. */
const BELOW_FEATURES = 'addresses proof config platform context graphql rest feature'.split(' ');

/*
 * Which folder may import from which, types included; what is not in the table is not allowed. Written from the ground up: a folder
 * names only folders above it in this list, so there is no way back. Root files stand in the same table under their own names. Features
 * say themselves what they need.
 */
const ARROWS: Record<string, readonly string[]> = {
  ...table({
    client: '',
    proof: '',
    addresses: '',
    platform: '',
    config: 'platform',
    context: 'config platform',
    graphql: 'context platform',
    pictures: 'addresses platform',
    pages: 'addresses context graphql pictures platform',
    web: 'pages addresses client proof',
    rest: 'context graphql platform',
    feature: 'context rest platform',
  }),
  ...Object.fromEntries(features.map(({ name, needs }) => [name, [...BELOW_FEATURES, ...needs.map((need) => need.name)]])),
  ...table({
    features: features.map(({ name }) => name).join(' ') + ' feature',
    'log-events': 'feature',
    schema: 'features feature orders lucky-numbers webhooks graphql',
    routes: 'schema features feature rest',
    openapi: 'routes feature rest',
    workers: 'context platform',
    app: 'features feature context graphql rest platform config',
    development:
      'rest beacon awarded-boxes draws orders promotions raffles users payment-providers context platform proof config',
    server: 'app features feature workers openapi routes schema pages development rest graphql context platform config',
    start: 'server development auth platform config',
    commands:
      'start secrets second-factor auth app schema log-events features reconciliation metrics development platform proof config',
    main: 'start development platform config',
  }),
};

/** The same within folders of several rooms. */
const ROOMS = table({
  'payment-providers/br-code': '',
  'payment-providers/client': '',
  'payment-providers/adapters': 'br-code client',
  'payment-providers': 'adapters client',
  'payment-providers/settings': '. adapters br-code',
  'payment-providers/gateway': '. adapters br-code client',
  'webhooks/sending': '',
  'webhooks/delivery': 'sending .',
  'webhooks/api': 'delivery sending .',
  webhooks: '',
  'legacy/billing-orders': 'clients',
  'legacy/clients': '',
  'legacy/routes': 'billing-orders clients',
  'reconciliation/books': '',
  reconciliation: 'books',
  'platform/database': '.',
  'platform/backup': 'database .',
  'platform/embedded-postgres': '.',
  'platform/http': 'database .',
  'platform/tracing': 'http .',
  'development/beacon': '',
  'development/mailbox': '',
  'development/bank': 'beacon mailbox',
  development: 'bank',
});

/** Rows of names with spaces between. */
function table(rows: Record<string, string>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(rows).map(([from, to]) => [from, to.split(' ').filter(Boolean)]));
}

interface Import {
  /** A package by name, our own files from src. */
  name: string;
  /** Erased when compiled: it is known, but nothing of it runs. */
  isType: boolean;
}

interface Source {
  /** From src, with slashes. */
  file: string;
  text: string;
  imports: Import[];
}

const sources: Source[] = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => /\.tsx?$/.test(file) && !file.startsWith('generated/'))
  .map((file) => {
    const text = readFileSync(path.join(SRC, file), 'utf8');
    return { file, text, imports: importsOf(file, text) };
  });
const byFile = new Map(sources.map((source) => [source.file, source]));

function importsOf(file: string, text: string): Import[] {
  const statements = [
    ...text.matchAll(/^(?:import|export) (type )?([^;]*?)from '([^']+)';|^import '([^']+)';|import\('([^']+)'\)/gms),
  ];
  return statements.map(([, type, names = '', from, bare, lazy]) => {
    const name = from ?? bare ?? lazy ?? '';
    const listed =
      /^\{([^}]*)\}\s*$/
        .exec(names.trim())?.[1]
        ?.split(',')
        .map((part) => part.trim())
        .filter(Boolean) ?? [];
    const isType = Boolean(type) || (listed.length > 0 && listed.every((part) => part.startsWith('type ')));
    return { name: name.startsWith('.') ? sourceOf(path.posix.join(path.posix.dirname(file), name)) : name, isType };
  });
}

/** `a.ts` of `a.js`, or `a.tsx` where it is that. */
function sourceOf(module: string): string {
  const source = module.replace(/\.js$/, '.ts');
  return source.startsWith('web/') && existsSync(path.join(SRC, `${source}x`)) ? `${source}x` : source;
}

const isOurs = (name: string): boolean => /\.tsx?$/.test(name) && !name.startsWith('generated/');
/** `orders` of `orders/order.sql.ts`, `app` of `app.ts`. */
const folderOf = (file: string): string => file.split('/')[0]?.replace(/\.tsx?$/, '') ?? '';
/** `webhooks/api` of `webhooks/api/endpoint-id.ts`, `webhooks` of `webhooks/outbox.ts`. */
const roomOf = (file: string): string => file.split('/').slice(0, -1).join('/');

function breaches(kind: RegExp, forbidden: (name: string, imported: Import) => boolean): string[] {
  return sources
    .filter(({ file }) => kind.test(file))
    .flatMap(({ file, imports }) => imports.filter((one) => forbidden(one.name, one)).map(({ name }) => `${file} -> ${name}`));
}

/** Everything that is run when a file is: its imports by value, and theirs; `withTypes` all imports. With the way there. */
function reached(
  file: string,
  withTypes = false,
  way: string[] = [file],
  seen = new Map<string, string[]>(),
): Map<string, string[]> {
  for (const { name, isType } of byFile.get(file)?.imports ?? []) {
    if ((isType && !withTypes) || seen.has(name)) continue;
    seen.set(name, [...way, name]);
    reached(name, withTypes, [...way, name], seen);
  }
  return seen;
}

it('finds the sources and their imports', () => {
  expect(sources.length).toBeGreaterThan(250);
  expect(byFile.get('server.ts')?.imports).toContainEqual({ name: 'schema.ts', isType: false });
  expect(byFile.get('orders/order-queue.ts')?.imports).toContainEqual({ name: 'context.ts', isType: true });
});

describe('the arrows between folders', () => {
  it('are those of the table, types included', () => {
    const used = sources.flatMap(({ file, imports }) =>
      imports
        .filter(({ name }) => isOurs(name) && folderOf(name) !== folderOf(file))
        .filter(({ name }) => !ARROWS[folderOf(file)]?.includes(folderOf(name)))
        .map(({ name }) => `${file} -> ${name}`),
    );
    expect(used).toEqual([]);
  });

  it('are all used: the table says no more than there is', () => {
    const used = new Set(
      sources.flatMap(({ file, imports }) =>
        imports.map(({ name }) => `${folderOf(file)} -> ${isOurs(name) ? folderOf(name) : ''}`),
      ),
    );
    const isFeature = (folder: string) => features.some(({ name }) => name === folder);
    const idle = Object.entries(ARROWS).flatMap(([from, tos]) =>
      isFeature(from) ? [] : tos.map((to) => `${from} -> ${to}`).filter((arrow) => !used.has(arrow)),
    );
    expect(idle).toEqual([]);
  });

  it('never run up: each folder knows only folders that come before it in the table', () => {
    const order = Object.keys(ARROWS);
    const up = Object.entries(ARROWS).flatMap(([from, tos]) =>
      tos.filter((to) => order.indexOf(to) >= order.indexOf(from)).map((to) => `${from} -> ${to}`),
    );
    expect(up).toEqual([]);
    expect([...new Set(sources.map(({ file }) => folderOf(file)))].filter((name) => !order.includes(name))).toEqual([]);
  });

  it('within a folder of several rooms are those of the table of rooms', () => {
    const used = sources.flatMap(({ file, imports }) => {
      const allowed = ROOMS[roomOf(file)];
      const folder = folderOf(file);
      // A feature's declaration names parts of all its rooms.
      if (!allowed || file.endsWith('/feature.ts')) return [];
      return imports
        .filter(({ name }) => isOurs(name) && name.includes('/') && folderOf(name) === folder && roomOf(name) !== roomOf(file))
        .filter(({ name }) => !allowed.includes(roomOf(name).slice(folder.length + 1) || '.'))
        .map(({ name }) => `${file} -> ${name}`);
    });
    expect(used).toEqual([]);
  });

  it('meet in context by type only, and context runs nothing', () => {
    expect(breaches(/./, (name, { isType }) => name === 'context.ts' && !isType)).toEqual([]);
    expect(breaches(/^context\.ts$/, (_name, { isType }) => !isType)).toEqual([]);
  });

  it('make no circle of files, types included', () => {
    const circles = sources
      .filter(({ file }) => reached(file, true).has(file))
      .map(({ file }) => reached(file, true).get(file)?.join(' -> '));
    expect(circles).toEqual([]);
  });
});

describe('what a file may reach', () => {
  it('of services, SQL, loaders and rules is neither GraphQL nor HTTP, however many files lie between', () => {
    const closed = new Set(['type-graphql', 'graphql', 'fastify', '@apollo/server', 'graphql-ws']);
    const ways = sources
      .filter(({ file }) => /\.(service|sql|loader)\.ts$|-rules\.ts$/.test(file))
      .flatMap(({ file }) => [...reached(file)].filter(([name]) => closed.has(name)).map(([, way]) => way.join(' -> ')));
    expect(ways).toEqual([]);
  });

  it('of proofs is bytes and mathematics: a stranger runs them anywhere, a browser included', () => {
    expect(breaches(/^proof\//, (name) => !name.startsWith('proof/') && !name.startsWith('@noble/'))).toEqual([]);
  });

  it('of the client is its documents and what browsers load', () => {
    const libraries = ['@urql/core', '@urql/exchange-auth', '@urql/exchange-retry', 'graphql-ws'];
    const isOf = (name: string) => /^(generated\/)?client\//.test(name);
    expect(breaches(/^client\/(?!react\.ts)/, (name) => !isOf(name) && !libraries.includes(name))).toEqual([]);
    expect(breaches(/^client\/react\.ts/, (name) => !isOf(name) && name !== 'react')).toEqual([]);
    expect(breaches(/^(?!client\/|pages\/|web\/)/, isOf)).toEqual([]);
  });

  it('of pages is the client, proofs, addresses, and what browsers load', () => {
    const libraries = [
      'preact',
      'preact/hooks',
      'preact-iso',
      'preact-render-to-string',
      'uplot',
      '@simplewebauthn/browser',
      '@peculiar/x509',
      'reflect-metadata',
      'node-forge',
      '@brazilian-utils/brazilian-utils',
    ];
    const isOf = (name: string, { isType }: Import) =>
      /^(web|client|proof|addresses|generated\/client)\//.test(name)
      || libraries.includes(name)
      || (isType && name.startsWith('pages/'));
    expect(breaches(/^web\/.*\.tsx?$/, (name, one) => !isOf(name, one) && !name.endsWith('.css'))).toEqual([]);
  });

  /** Rules of inputs name their texts. */
  const TEXTS = 'platform/domain-error.ts';

  it('of types of the SDL is types, inputs and what the SDL is made of', () => {
    const allowed = (name: string) =>
      !isOurs(name) || /\.(type|input)\.ts$|-limits\.ts$/.test(name) || name.startsWith('graphql/') || name === TEXTS;
    expect(breaches(/\.type\.ts$/, (name) => !allowed(name))).toEqual([]);
  });

  it('of resolvers and REST is never the database', () => {
    const isDatabase = (name: string, { isType }: Import) =>
      !isType
      && (name.endsWith('.sql.ts')
        || name.startsWith('platform/database/')
        || name === 'pg'
        || name.endsWith('prisma/client.ts'));
    expect(breaches(/\.resolver\.ts$|\.routes\.ts$|^rest\//, isDatabase)).toEqual([]);
  });

  it('is a resolver for its feature alone, and main for nobody', () => {
    expect(breaches(/^(?!.*\/feature\.ts$).*$/, (name) => name.endsWith('.resolver.ts'))).toEqual([]);
    expect(breaches(/./, (name) => name === 'main.ts')).toEqual([]);
  });
});

describe('what is said in one place only', () => {
  const saying = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ file }) => file);

  it('the environment is read by config', () => {
    expect(saying(/process\.env/)).toEqual(['config.ts']);
  });

  it('every file of statements says in its first line why it is not the model API', () => {
    expect(
      sources.filter(({ file, text }) => file.endsWith('.sql.ts') && !text.startsWith('// SQL: ')).map(({ file }) => file),
    ).toEqual([]);
  });

  it('cursors are read and written by pages alone', () => {
    expect(saying(/\b(decode|encode)Cursor\(/)).toEqual(['platform/page.ts']);
  });

  it('a transaction is begun by the one bracket, but those that are about a whole database or a replica', () => {
    expect(saying(/\$transaction|['`]BEGIN/)).toEqual([
      'metrics/rebuild.ts',
      'platform/backup/restore-backup.ts',
      'platform/backup/write-backup.ts',
      'platform/database/ids-ahead.ts',
      'platform/database/migrations.ts',
      'platform/database/replica.ts',
      'platform/database/transaction-outcome.ts',
    ]);
  });

  it('counters, buyers, blocks and the status of orders are written by quotas', () => {
    const writing =
      /(UPDATE|INSERT INTO|DELETE FROM) (raffle_counters|raffle_buyers|quota_allocations)|UPDATE orders\b|INSERT INTO orders\b/;
    expect(saying(writing).filter((file) => !file.startsWith('quotas/'))).toEqual([]);
    expect(
      saying(
        /\b(raffleCounter|raffleBuyer|quotaAllocation|order)\.(create|createMany|update|updateMany|upsert|delete|deleteMany)\(/,
      ),
    ).toEqual([]);
  });

  it('audit entries are written by the audit, events by the outbox', () => {
    expect(saying(/INSERT INTO audit_log|auditEntry\.create/)).toEqual(['platform/audit.ts']);
    expect(saying(/INSERT INTO webhook_events|webhookEvent\.create/)).toEqual(['webhooks/outbox.ts']);
  });
});

it('keeps every file short enough to be one idea', () => {
  expect(sources.filter(({ text }) => text.split('\n').length > 301).map(({ file }) => file)).toEqual([]);
});
