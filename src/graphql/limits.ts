/** The limits of one operation, over HTTP, WebSocket and REST. */
export const LIMITS = {
  /** Nested fields, without introspection, which its cost limits. */
  depth: 12,
  /** Fields at the root, aliases and `__typename` included. */
  rootFields: 10,
  selections: 2_000,
  cost: 20_000,
  tokens: 1_000,
  /** Items of a list in the variables: some rules compare each with each. */
  listItems: 1_000,
  /** Of a body, or of a WebSocket message. */
  bodyBytes: 100_000,
  errors: 50,
} as const;
