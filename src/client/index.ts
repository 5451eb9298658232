/*
 * The client of the service for browsers and Node: `raffle-gateway/client`. It imports nothing of the server. Its documents are in
 * ./operations, checked against the schema.
 */
export { createClient, type GatewayClient, type LiveRequest } from './create-client.js';
export { GatewayError, type CommonErrorCode, type ErrorCode, type ErrorCodesOf, type FieldProblems } from './errors.js';
export { follow, type Follower } from './follow.js';
export type { MutationOptions, RequestOptions } from './http.js';
export type { OperationErrors } from './operation-errors.js';
export type { ClientOptions, LiveOptions, RetryOptions } from './options.js';
export { scalars } from './scalars.js';
export type { Tokens } from './session.js';
export { localStorageTokens, memoryStorage, type TokenStorage } from './storage.js';
export * from '../generated/client/operations.js';
