import type { MiddlewareFn } from 'type-graphql';
import type { Context } from '../context.js';

/** On a nullable field: its value for an ADMIN, null for anyone else. */
export const adminOnly: MiddlewareFn<Context> = async ({ context }, next) => (context.principal.role === 'ADMIN' ? next() : null);
