import { lexicographicSortSchema, printSchema, type GraphQLSchema } from 'graphql';
import { declaredCodes, type DeclaredCode } from './refuses.js';

/** The schema as text with its descriptions, sorted by name, so that a diff of two shows what changed and nothing else. */
export function sdl(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/** The error codes that operations declare, as a type of the client. */
export function operationErrorsModule(schema: GraphQLSchema): string {
  const codes = new Map<string, Set<DeclaredCode>>();
  for (const root of [schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]) {
    for (const field of Object.values(root?.getFields() ?? {})) {
      // A query and a subscription of one name share a row.
      const row = codes.get(field.name) ?? codes.set(field.name, new Set()).get(field.name);
      for (const code of [...(declaredCodes(field) ?? []), ...(field.subscribe ? ['RATE_LIMITED' as const] : [])]) row?.add(code);
    }
  }
  const rows = [...codes].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([name, of]) => rowOf(name, [...of]));
  return `/** Written by \`npm run schema\`: the codes that each operation can answer besides those of \`CommonErrorCode\`. */
export interface OperationErrors {
${rows.join('')}}
`;
}

/** As Prettier writes it. */
function rowOf(name: string, codes: readonly string[]): string {
  const union = codes.map((code) => `'${code}'`).join(' | ') || 'never';
  return name.length + union.length <= 126 ? `  ${name}: ${union};\n` : `  ${name}:\n    ${union};\n`;
}
