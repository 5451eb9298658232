import { isObjectType, type GraphQLSchema } from 'graphql';
import type { Context } from '../context.js';
import { MAX_PAGE_SIZE, type Page, type PageRequest } from '../platform/page.js';

/** Resolves a paged field without type-graphql's checks of its arguments: twenty orders of a list have twenty such fields. */
export function resolvePageDirectly(
  schema: GraphQLSchema,
  typeName: string,
  fieldName: string,
  answer: (source: never, page: PageRequest, ctx: Context) => Page<unknown> | Promise<Page<unknown>>,
): void {
  const type = schema.getType(typeName);
  const field = isObjectType(type) ? type.getFields()[fieldName] : undefined;
  const { resolve } = field ?? {};
  if (!field || !resolve) throw new Error(`${typeName}.${fieldName} is no field with a resolver`);
  field.resolve = (source, args: PageRequest, ctx, info) => {
    const { first, after } = args;
    const isPlain = after == null && first >= 1 && first <= MAX_PAGE_SIZE;
    return isPlain ? answer(source as never, args, ctx as Context) : resolve(source, args, ctx, info);
  };
}
