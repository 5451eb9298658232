import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes of people. */
export const userRoutes: readonly Route[] = [
  route('GET /v1/users/profile', run.ProfileDocument, 200, (data) => data.me),
  // Anyone may register by GraphQL; here it takes a token like every path under /v1: an operator, or a site, registers a buyer.
  route('POST /v1/users/customers', run.CreateCustomerDocument, 201, (data) => data.createCustomer),
];
