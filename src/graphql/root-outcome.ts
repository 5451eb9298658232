import { isObjectType, type GraphQLSchema } from 'graphql';
import type { Context } from '../context.js';

/**
 * What the one field of a mutation came to, kept while it runs: where an answer has errors they are for graphql-js to word, which asks the
 * field again, and it must not run again.
 */
export class RootOutcome {
  /** The field failed: what it was asked for first got null, without an error that nobody would be told. */
  failed = false;
  private outcome: Promise<unknown> | undefined;

  /** It ran, or runs: a field whose arguments are refused never does. */
  get isKnown(): boolean {
    return this.outcome !== undefined;
  }

  /** Runs it the first time; after that answers, or throws, what it came to. */
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

/** Lets every mutation of a schema be asked again of a RootOutcome; once is enough. */
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
