import * as run from '../generated/operations.js';
import { page } from '../rest/page.js';
import { route, type Route } from '../rest/route.js';

/** The REST route of the audit log. */
export const auditLogRoutes: readonly Route[] = [
  route('GET /v1/audit-log', run.AuditLogDocument, 200, (data) => page(data.auditLog)),
];
