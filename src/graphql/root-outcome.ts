import { isObjectType, type GraphQLSchema } from 'graphql';
import type { Context } from '../context.js';

/**
 * The result of the one field of a mutation, kept while it runs: graphql-js executes an operation that failed again, to
 * write its errors, and the field must not run twice.
 */
export class RootOutcome {
  /** The field failed: the compiled operation got null instead. */
  failed = false;
  private outcome: Promise<unknown> | undefined;

  /** False when its arguments were refused. */
  get isKnown(): boolean {
    return this.outcome !== undefined;
  }

  /** Runs it the first time; later returns, or throws, what it came to. */
  of(run: () => unknown): Promise<unknown> {
    if (this.outcome) return this.outcome;
    this.outcome = (async () => run())();
    return this.outcome.catch(() => {
      this.failed = true;
      return null;
    });
  }
}

const keeping = new WeakSet<GraphQLSchema>();

/** Lets mutations take their result from a RootOutcome. Once a schema. */
export function keepRootOutcomes(schema: GraphQLSchema): void {
  if (keeping.has(schema)) return;
  keeping.add(schema);
  const mutations = schema.getMutationType();
  if (!isObjectType(mutations)) return;
  for (const field of Object.values(mutations.getFields())) {
    const { resolve } = field;
    if (!resolve) continue;
    field.resolve = (source: unknown, args, context: Context, info) =>
      source instanceof RootOutcome
        ? source.of(() => resolve(undefined, args, context, info))
        : resolve(source, args, context, info);
  }
}
