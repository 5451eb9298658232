import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ColumnTypeEnum, type SqlDriverAdapter } from '@prisma/driver-adapter-utils';
import { FILTERS, withSchemaEngine } from '../src/platform/database/schema-engine.js';

/**
 * The SQL that changes a database with all migrations into what schema.prisma describes, or null if there is no difference. It ignores
 * what a Prisma schema cannot express: check and exclusion constraints, functions, triggers, views, partial indexes and indexes on
 * expressions.
 */
export async function draftMigration(options: { databaseUrl: string }): Promise<string | null> {
  const file = path.join(import.meta.dirname, 'schema.prisma');
  const files = [{ path: file, content: await readFile(file, 'utf8') }];

  const { exitCode, stdout } = await withSchemaEngine({ ...options, prepare: readCatalog }, (engine) =>
    engine.diff({
      from: { tag: 'schemaDatasource', files, configDir: import.meta.dirname },
      to: { tag: 'schemaDatamodel', files },
      script: true,
      exitCode: true,
      filters: FILTERS,
    }),
  );
  return exitCode === 0 ? null : stdout;
}

const CHARACTER_COLUMNS = ['confdeltype', 'confupdtype'];
const OTHER_CONSTRAINTS = "contype NOT IN ('p', 'u', 'f')";

/**
 * Lets the engine read PostgreSQL's catalog through @prisma/adapter-pg 7.10, which does not know the type "char" of some columns. The
 * engine also panics on the NOT NULL constraints that PostgreSQL 18 lists (prisma/orm#29635), so it gets an empty list of constraints.
 */
function readCatalog(adapter: SqlDriverAdapter): void {
  const queryRaw = adapter.queryRaw.bind(adapter);

  adapter.queryRaw = async (query) => {
    if (query.sql.includes(OTHER_CONSTRAINTS)) return { columnNames: [], columnTypes: [], rows: [] };

    const sql = CHARACTER_COLUMNS.reduce((text, column) => text.replace(`con.${column},`, `con.${column}::text,`), query.sql);
    const result = await queryRaw({ ...query, sql });
    const columnTypes = result.columnTypes.map((type, index) =>
      CHARACTER_COLUMNS.includes(result.columnNames[index] ?? '') ? ColumnTypeEnum.Character : type,
    );
    return { ...result, columnTypes };
  };
}
