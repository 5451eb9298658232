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

export const FILTERS = { externalTables: ['public._applied_functions'], externalEnums: [] };

type RunScript = (script: string, send: (sql: string) => Promise<void>) => Promise<void>;

/**
 * The engine of `prisma migrate` in WebAssembly: nothing to download. `runScript` gets each migration's script, and sends SQL to the
 * server whole: several statements are one transaction.
 */
export async function withSchemaEngine<Result>(
  options: { databaseUrl: string; runScript?: RunScript; prepare?: (adapter: SqlDriverAdapter) => void },
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
      if (options.runScript) runScripts(adapter, options.runScript);
      options.prepare?.(adapter);
      return adapter;
    },
    // A connection string's database name wins over the shadow's: it would connect to the real one.
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

// @prisma/adapter-pg splits a script at every semicolon, also in function bodies.
function runScripts(adapter: SqlDriverAdapter, runScript: RunScript): void {
  const send = async (sql: string): Promise<void> => {
    await adapter.executeRaw({ sql, args: [], argTypes: [] });
  };
  adapter.executeScript = (script) => runScript(script, send);
}

// Declared only by the browser's library.
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: { __wbindgen_start(): void } } }>;
};

type EngineModule = typeof import('@prisma/schema-engine-wasm/schema_engine_bg');
let loaded: Promise<EngineModule> | undefined;

function loadEngine(): Promise<EngineModule> {
  loaded ??= instantiate();
  return loaded;
}

// The package imports its .wasm as a module, which Node 20 does only under a flag.
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

// The engine leaves a timer of ten seconds behind, which would keep the process alive.
function withoutHold(name: string, value: unknown): unknown {
  if (!name.startsWith('__wbg_setTimeout_') || typeof value !== 'function') return value;
  return (...args: unknown[]): unknown => {
    const timer: NodeJS.Timeout = value(...args);
    return timer.unref();
  };
}
