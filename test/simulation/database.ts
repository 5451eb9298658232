import pg from 'pg';
import { applyMigrations } from '../../src/platform/database/migrations.js';
import { runSql } from '../support/database.js';

/**
 * Found before those of pg_catalog by who does not name a schema, so that our statements and functions live in the time of the
 * simulation. Without the settings, which a session of the simulation has, they are the real ones. `simulation_tick` moves the clock
 * within a statement.
 */
const FUNCTIONS = `
  CREATE SEQUENCE public.simulation_tick;
  CREATE FUNCTION public.now() RETURNS timestamptz STABLE LANGUAGE sql AS $$
    SELECT coalesce(nullif(current_setting('simulation.now', true), '')::timestamptz, pg_catalog.now()) $$;
  CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz VOLATILE LANGUAGE sql AS $$
    SELECT coalesce(
      nullif(current_setting('simulation.clock', true), '')::timestamptz + nextval('public.simulation_tick') * interval '1 microsecond',
      pg_catalog.clock_timestamp()) $$;
  CREATE FUNCTION public.statement_timestamp() RETURNS timestamptz STABLE LANGUAGE sql AS $$
    SELECT coalesce(nullif(current_setting('simulation.clock', true), '')::timestamptz, pg_catalog.statement_timestamp()) $$;
  CREATE FUNCTION public.gen_random_uuid() RETURNS uuid VOLATILE LANGUAGE sql AS $$
    SELECT md5(current_setting('simulation.clock', true) || nextval('public.simulation_tick'))::uuid $$;
  CREATE FUNCTION public.set_config(name text, value text, is_local boolean) RETURNS text VOLATILE LANGUAGE sql AS $$
    SELECT pg_catalog.set_config(name, CASE name WHEN 'lock_timeout'
      THEN coalesce(nullif(current_setting('simulation.lock_timeout', true), ''), value) ELSE value END, is_local) $$;`;

/** CURRENT_TIMESTAMP is no function that could be found elsewhere. */
const DEFAULTS = `
  DO $$ DECLARE d record; BEGIN
    FOR d IN SELECT a.attrelid::regclass AS t, a.attname FROM pg_attrdef f
             JOIN pg_attribute a ON a.attrelid = f.adrelid AND a.attnum = f.adnum
             WHERE pg_get_expr(f.adbin, f.adrelid) = 'CURRENT_TIMESTAMP' LOOP
      EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT date_trunc(''milliseconds'', public.now())', d.t, d.attname);
    END LOOP;
  END $$`;

/** Makes an empty database one of the simulation: migrated, and with a clock that can be set. */
export async function prepareDatabase(url: string): Promise<void> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1));
  await runSql(url, `ALTER DATABASE ${pg.escapeIdentifier(name)} SET search_path = public, pg_catalog`);
  await runSql(url, FUNCTIONS);
  await applyMigrations({ databaseUrl: url });
  await runSql(url, DEFAULTS);
}

/** Keeps the rows of all tables, for `restoreRows`. */
export const KEEP_ROWS = `
  CREATE SCHEMA simulation;
  DO $$ DECLARE t record; restore text := ''; columns text; BEGIN
    FOR t IN SELECT c.oid, c.relname FROM pg_class c WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
             AND c.relname NOT LIKE '\\_%' ORDER BY c.relname LOOP
      EXECUTE format('CREATE TABLE simulation.%I AS TABLE public.%I', t.relname, t.relname);
      SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO columns FROM pg_attribute
      WHERE attrelid = t.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
      restore := restore || format(
        'IF EXISTS (SELECT FROM public.%1$I) OR EXISTS (SELECT FROM simulation.%1$I) THEN
           DELETE FROM public.%1$I;
           INSERT INTO public.%1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM simulation.%1$I;
         END IF; ', t.relname, columns);
    END LOOP;
    FOR t IN SELECT c.relname, s.last_value, s.start_value FROM pg_class c JOIN pg_sequences s ON s.schemaname = 'public' AND s.sequencename = c.relname
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'S' LOOP
      restore := restore || format('PERFORM setval(''public.%I'', %s, %s); ', t.relname, coalesce(t.last_value, t.start_value), CASE WHEN t.last_value IS NULL THEN 'false' ELSE 'true' END);
    END LOOP;
    EXECUTE format('CREATE FUNCTION simulation.restore_rows() RETURNS void LANGUAGE plpgsql AS %L', 'BEGIN ' || restore || ' END');
  END $$`;

/** Every table and sequence is as it was when its rows were kept. */
export const RESTORE_ROWS = 'SELECT simulation.restore_rows()';
