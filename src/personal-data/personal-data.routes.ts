import * as run from '../generated/operations.js';
import { route, type Route } from '../rest/route.js';

/** The REST routes by which accounts end. */
export const personalDataRoutes: readonly Route[] = [
  route('DELETE /v1/users/:id', run.DeleteUserDocument, 200, (data) => data.deleteUser),
  route('POST /v1/users/profile/delete', run.DeleteMyAccountDocument, 200, (data) => data.deleteMyAccount),
];
