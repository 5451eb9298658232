import * as run from '../generated/operations.js';
import { page } from '../rest/page.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes of people. */
export const userRoutes: readonly Route[] = [
  route('GET /v1/users/profile', run.ProfileDocument, 200, (data) => data.me),
  route('POST /v1/users/customers', run.CreateCustomerDocument, 201, (data) => data.createCustomer),
  route('PATCH /v1/users/customers/:id', run.UpdateCustomerDocument, 200, (data) => data.updateCustomer),
  route('GET /v1/users', run.UsersDocument, 200, (data) => page(data.users)),
  route('POST /v1/users', run.CreateUserDocument, 201, (data) => data.createUser),
  route('GET /v1/users/phone/:phone', run.UserByPhoneDocument, 200, (data) => data.userByPhone),
  route('GET /v1/users/:id', run.UserDocument, 200, (data) => data.user),
  route('PATCH /v1/users/:id', run.UpdateUserDocument, 200, (data) => data.updateUser),
  route('PATCH /v1/users/:id/block', run.BlockUserDocument, 200, (data) => data.blockUser),
  route('PATCH /v1/users/:id/unblock', run.UnblockUserDocument, 200, (data) => data.unblockUser),
];
