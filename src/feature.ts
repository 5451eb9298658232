import type { FastifyInstance } from 'fastify';
import type { App, SharedReads } from './context.js';
import type { Statement } from './platform/database/statement.js';
import type { Language } from './platform/language.js';
import type { FigureSource } from './platform/figure-source.js';
import type { WakeUp } from './platform/wake-up.js';
import type { Text } from './platform/texts.js';
import type { Route } from './rest/route.js';
import type { JsonSchema } from './rest/schema-object.js';

declare module './context.js' {
  interface App {
    features: readonly Feature[];
  }
}

/** Work that recurs in every process. Rows are claimed or locked, so that nothing is done twice. */
export interface Worker {
  /** As in the log, the traces and `gateway_worker_last_success_timestamp_seconds`. */
  name: string;
  everyMs: number;
  /** True to run again at once. */
  run(app: App): Promise<boolean>;
  wakeUp?(app: App): WakeUp;
}

export type LogEvents = Record<string, { level: 'info' | 'warn' | 'error' | 'by its code'; advice: string }>;

export interface Retention {
  /** $1 age in days, $2 how many rows at most. Returns the deleted rows. */
  statement: Statement<object>;
  days: number;
  /** What of a person goes then and why it was kept, for the page of privacy. Null: nothing of a person. */
  ofPerson: Readonly<Record<Language, KeptData>> | null;
}

export interface KeptData {
  data: string;
  purpose: string;
}

/** What a feature adds to the service. Other features add properties by declaration merging and read them from `app.features`. */
export interface FeatureDeclaration {
  /** The features that this one may import. They are before it in the list. */
  needs?: readonly Feature[];
  /** Its parts of the process. Those of `needs` exist already. */
  parts?(app: App): Partial<App>;
  /** Checks before the process listens; returns a problem in a sentence for operators. */
  check?(app: App): Promise<string | undefined>;
  close?(app: App): void | Promise<void>;
  texts?: Readonly<Record<string, Text>>;
  resolvers?: readonly Function[];
  loaders?: Record<string, (app: App, options: { cache: boolean }) => unknown>;
  /** What an answer that is kept for all callers may be made of. */
  sharedReads?: SharedReads;
  rest?: readonly Route[];
  /** Fastify plugins. `forBrowsers` has CORS and compression. */
  http?: { forBrowsers?(fastify: FastifyInstance, app: App): unknown; forPrograms?(fastify: FastifyInstance, app: App): unknown };
  openapi?: {
    tags?: Record<string, string>;
    paths?: Record<string, JsonSchema>;
    webhooks?(features: readonly Feature[]): Record<string, JsonSchema>;
    /** Optional fields without which the example of an input makes no sense, by the input's type. */
    alsoSent?: Record<string, readonly string[]>;
  };
  workers?: readonly Worker[];
  /** Work with a loop of its own. */
  start?(app: App): { stop(): Promise<void> };
  retention?: readonly Retention[];
  figures?(app: App): readonly FigureSource[];
  /** Documented in `deploy/OPERATING.md`. Every worker has a `<name>.failed`. */
  logEvents?: LogEvents;
  subscribers?(app: App): Record<string, number>;
}

export interface Feature extends Readonly<FeatureDeclaration> {
  readonly name: string;
  readonly needs: readonly Feature[];
}

/** `name` is the feature's folder. */
export function defineFeature(name: string, declaration: FeatureDeclaration): Feature {
  return { needs: [], ...declaration, name };
}

/** For `declare module '../context.js' { interface Loaders extends LoadersOf<typeof loaders> {} }`. */
export type LoadersOf<Declared extends Record<string, (...args: never[]) => unknown>> = {
  readonly [Name in keyof Declared]: ReturnType<Declared[Name]>;
};

/** Throws when a feature is twice in a list, or before one that it needs. */
export function requireOrder(features: readonly Feature[]): void {
  const seen = new Set<string>();
  for (const { name, needs } of features) {
    const missing = needs.find((need) => !seen.has(need.name));
    if (missing) throw new Error(`the feature ${name} needs ${missing.name}, which does not stand before it in the list`);
    if (seen.has(name)) throw new Error(`the feature ${name} stands twice in the list`);
    seen.add(name);
  }
}
