import { isObjectType, type GraphQLSchema } from 'graphql';
import type { Context } from '../context.js';

/** The result of the one field of a mutation: graphql-js executes a failed operation again, and the field must not run twice. */
export class RootOutcome {
  /** The field failed: the compiled operation got null instead. */
  failed = false;
  private outcome: Promise<unknown> | undefined;

  get isKnown(): boolean {
    return this.outcome !== undefined;
  }

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
