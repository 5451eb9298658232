/**
 * What the service's own scalars are in JSON, for `config.scalars` of `@graphql-codegen`, which takes them for `any` otherwise. An amount of
 * Money is answered as text, and taken as text or as a number with at most two decimals.
 */
export const scalars = {
  Date: 'string',
  DateTime: 'string',
  Money: { input: 'string | number', output: 'string' },
} as const;
