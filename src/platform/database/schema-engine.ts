import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import {
  bindMigrationAwareSqlAdapterFactory,
  type SqlDriverAdapter,
  type SqlMigrationAwareDriverAdapterFactory,
} from '@prisma/driver-adapter-utils';
import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import pg from 'pg';

/** The engine leaves our own record of functions alone, as it does its own of migrations. */
export const FILTERS = { externalTables: ['public._applied_functions'], externalEnums: [] };

/**
 * Runs `work` with Prisma's schema engine on one database. It is the engine of `prisma migrate`, in WebAssembly: no
 * executable to download, the same migrations table and the same SQL. A script of the engine takes effect as a whole or not
 * at all, and with it `scriptStart` and `scriptEnd`, SQL of ours. `prepare` may change how the engine talks to the database.
 * Rejects with the engine's own error.
 */
export async function withSchemaEngine<Result>(
  options: { databaseUrl: string; scriptStart?: string; scriptEnd?: string; prepare?: (adapter: SqlDriverAdapter) => void },
  work: (engine: SchemaEngine) => Promise<Result>,
): Promise<Result> {
  const { SchemaEngine } = await loadEngine();
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 1 });
  const prisma = new PrismaPg(pool);
  const adapters: SqlMigrationAwareDriverAdapterFactory = {
    provider: prisma.provider,
    adapterName: prisma.adapterName,
    async connect() {
      const adapter = await prisma.connect();
      sendScriptsWhole(adapter, options);
      options.prepare?.(adapter);
      return adapter;
    },
    // Its connection would go to the real database: a connection string's database name wins over the shadow's.
    connectToShadowDb: () => Promise.reject(new Error('There is no shadow database: compare with a database instead.')),
  };

  try {
    const ignoreLog = (): void => undefined;
    const engine = await SchemaEngine.new({ datamodels: undefined }, ignoreLog, bindMigrationAwareSqlAdapterFactory(adapters));
    try {
      return await work(engine);
    } finally {
      engine.free();
    }
  } finally {
    await pool.end();
  }
}

// @prisma/adapter-pg cuts a script at every semicolon, those inside function bodies and literals too, and sends the pieces one
// by one. Sent whole and without parameters it is parsed by PostgreSQL and is one implicit transaction.
function sendScriptsWhole(adapter: SqlDriverAdapter, { scriptStart = '', scriptEnd = '' }): void {
  adapter.executeScript = async (script) => {
    await adapter.executeRaw({ sql: `${scriptStart}${script}\n;${scriptEnd}`, args: [], argTypes: [] });
  };
}

// Declared by the browser's library only.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');
let loaded: Promise<EngineModule> | undefined;

function loadEngine(): Promise<EngineModule> {
  loaded ??= instantiate();
  return loaded;
}

// The package's main module imports its .wasm as a module, which Node 20 does only under a flag.
async function instantiate(): Promise<EngineModule> {
  const glue = await import('@prisma/schema-engine-wasm/schema_engine_bg');
  const folder = path.dirname(createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm'));
  const bytes = await readFile(path.join(folder, 'schema_engine_bg.wasm'));
  const imports = Object.fromEntries(Object.entries(glue).map(([name, value]) => [name, withoutHold(name, value)]));
  const { instance } = await WebAssembly.instantiate(bytes, { './schema_engine_bg.js': imports });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return glue;
}

// The engine starts a timer of ten seconds with its work and leaves it behind: the process could not end before.
function withoutHold(name: string, value: unknown): unknown {
  if (!name.startsWith('__wbg_setTimeout_') || typeof value !== 'function') return value;
  return (...args: unknown[]): unknown => {
    const timer: NodeJS.Timeout = value(...args);
    return timer.unref();
  };
}
