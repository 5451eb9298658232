import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes of logging in, and of what comes of it. */
export const authRoutes: readonly Route[] = [
  route('POST /auth/v1/admin/login', run.AdminLoginDocument, 200, (data) => data.adminLogin),
  route('POST /auth/v1/user/login', run.UserLoginDocument, 200, (data) => data.userLogin),
  route('POST /auth/v1/user/code', run.RequestLoginCodeDocument, 200, (data) => data.requestLoginCode),
  route('POST /auth/v1/user/password', run.ResetPasswordDocument, 200, (data) => data.resetPassword),
  route('POST /auth/v1/refresh', run.RefreshSessionDocument, 200, (data) => data.refreshSession),
  // By its refresh token alone: a token that comes along is ignored under this path.
  route('POST /auth/v1/logout', run.LogOutDocument, 200, (data) => data.logOut),
  route('PATCH /v1/users/password', run.ChangePasswordDocument, 200, (data) => data.changePassword),
  route('GET /v1/users/sessions', run.MySessionsDocument, 200, (data) => data.mySessions),
  route('DELETE /v1/users/sessions', run.EndAllSessionsDocument, 200, (data) => data.endAllSessions),
  route('DELETE /v1/users/sessions/:id', run.EndSessionDocument, 200, (data) => data.endSession),
  route('DELETE /v1/users/:id/sessions', run.EndUserSessionsDocument, 200, (data) => data.endUserSessions),
];
