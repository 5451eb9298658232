/**
 * `config.scalars` for `@graphql-codegen`, which would use `any`. Money is answered as text, and accepted as text or as a number with at
 * most two decimals.
 */
export const scalars = {
  Date: 'string',
  DateTime: 'string',
  Money: { input: 'string | number', output: 'string' },
} as const;
