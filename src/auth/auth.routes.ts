import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes of logging in. */
export const authRoutes: readonly Route[] = [
  route('POST /auth/v1/admin/login', run.AdminLoginDocument, 200, (data) => data.adminLogin),
  route('POST /auth/v1/user/login', run.UserLoginDocument, 200, (data) => data.userLogin),
];
