import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';

/** The schema as text with its descriptions, sorted by name, so that a diff of two shows what changed and nothing else. */
export function sdl(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}
