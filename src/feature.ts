import type { FastifyInstance } from 'fastify';
import type { App } from './context.js';
import type { Statement } from './platform/database/statement.js';
import type { FigureSource } from './platform/figure-source.js';
import type { WakeUp } from './platform/wake-up.js';
import type { Text } from './platform/texts.js';
import type { Route } from './rest/route.js';
import type { JsonSchema } from './rest/schema-object.js';

declare module './context.js' {
  interface App {
    /** The features that the process consists of, in the order in which they were made. */
    features: readonly Feature[];
  }
}

/** Work that recurs in every process. Rows are claimed or checked under a lock, so that nothing is done twice. */
export interface Worker {
  /** As the log, the traces and `gateway_worker_last_success_timestamp_seconds` name it. */
  name: string;
  everyMs: number;
  /** True when there may be more to do: it runs again at once. */
  run(app: App): Promise<boolean>;
  /** Runs it before its time. */
  wakeUp?(app: App): WakeUp;
}

/** Lines of the log by their `event`: how loud they are, and what an operator does about them. */
export type LogEvents = Record<string, { level: 'info' | 'warn' | 'error' | 'by its code'; advice: string }>;

/** Rows that are deleted when they are old. */
export interface Retention {
  /** $1 how many days old, $2 how many rows at most. Answers a row for each that it deleted. */
  statement: Statement<object>;
  days: number;
}

/**
 * What a feature adds to the service. A feature that others extend adds a property here by declaration merging, and reads it from
 * `app.features`: `events` is declared by webhooks, `quotaHook` by quotas.
 */
export interface FeatureDeclaration {
  /** The features whose code this one may import. They stand before it in the list. */
  needs?: readonly Feature[];
  /** Its parts of the process. Those of `needs` are there; others are read from `app` when they are used. */
  parts?(app: App): Partial<App>;
  /** Looks before the process works or listens whether it can. Answers why not, in a sentence for operators. */
  check?(app: App): Promise<string | undefined>;
  /** Ends what its parts hold. */
  close?(app: App): void | Promise<void>;
  /** What its refusals say, by key. */
  texts?: Readonly<Record<string, Text>>;
  resolvers?: readonly Function[];
  /** Loaders of a request, by their names in `ctx.loaders`. */
  loaders?: Record<string, (app: App, options: { cache: boolean }) => unknown>;
  /** REST routes that run an operation. */
  rest?: readonly Route[];
  /** Other routes: a Fastify plugin. `forBrowsers` has CORS and compression. */
  http?: { forBrowsers?(fastify: FastifyInstance, app: App): unknown; forPrograms?(fastify: FastifyInstance, app: App): unknown };
  /** What `/openapi.json` says of its groups of paths (their first segments), of `http`, and of requests that the service sends. */
  openapi?: {
    tags?: Record<string, string>;
    paths?: Record<string, JsonSchema>;
    webhooks?(features: readonly Feature[]): Record<string, JsonSchema>;
    /** Optional fields without which the example of an input makes no sense, by the input's type. */
    alsoSent?: Record<string, readonly string[]>;
  };
  workers?: readonly Worker[];
  /** Work that has a loop of its own. */
  start?(app: App): { stop(): Promise<void> };
  retention?: readonly Retention[];
  /** Figures of `/metrics` that are read from the database. */
  figures?(app: App): readonly FigureSource[];
  /** Its lines of the log, as `deploy/OPERATING.md` lists them. A worker's `<name>.failed` is among them. */
  logEvents?: LogEvents;
  /** How many subscriptions this process serves, by the name of their field. */
  subscribers?(app: App): Record<string, number>;
}

export interface Feature extends Readonly<FeatureDeclaration> {
  readonly name: string;
  readonly needs: readonly Feature[];
}

/** Declares a feature; `name` is its folder. The list in features.ts makes it part of the service. */
export function defineFeature(name: string, declaration: FeatureDeclaration): Feature {
  return { needs: [], ...declaration, name };
}

/** The types of a feature's loaders, for `declare module '../context.js' { interface Loaders extends LoadersOf<typeof loaders> {} }`. */
export type LoadersOf<Declared extends Record<string, (...args: never[]) => unknown>> = {
  readonly [Name in keyof Declared]: ReturnType<Declared[Name]>;
};

/** Throws when a feature stands twice in a list, or before one that it needs. */
export function requireOrder(features: readonly Feature[]): void {
  const seen = new Set<string>();
  for (const { name, needs } of features) {
    const missing = needs.find((need) => !seen.has(need.name));
    if (missing) throw new Error(`the feature ${name} needs ${missing.name}, which does not stand before it in the list`);
    if (seen.has(name)) throw new Error(`the feature ${name} stands twice in the list`);
    seen.add(name);
  }
}
