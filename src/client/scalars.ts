/** `config.scalars` for `@graphql-codegen`, which would use `any`. */
export const scalars = {
  Date: 'string',
  DateTime: 'string',
  Money: { input: 'string | number', output: 'string' },
  SignedMoney: { input: 'never', output: 'string' },
} as const;
