// `raffle-gateway-client`, for browsers and Node. It imports nothing of the server.
export { createClient, type GatewayClient, type LiveRequest } from './create-client.js';
export { GatewayError, type CommonErrorCode, type ErrorCode, type ErrorCodesOf, type FieldProblems } from './errors.js';
export { follow, type Follower } from './follow.js';
export type { MutationOptions, RequestOptions } from './http.js';
export type { OperationErrors } from '../generated/client/operation-errors.js';
export type { ClientOptions, LiveOptions, RetryOptions } from './options.js';
export { scalars } from './scalars.js';
export type { Tokens } from './session.js';
export { localStorageTokens, memoryStorage, type TokenStorage } from './storage.js';
export * from '../generated/client/operations.js';
