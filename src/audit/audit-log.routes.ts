import { get, type Route } from '../rest/route.js';

export const auditLogRoutes: readonly Route[] = [get('/v1/audit-log', 'auditLog', { with: { details: {} } })];
