import { defineFeature } from '../feature.js';
import { get, type Route } from '../rest/route.js';
import { users } from '../users/feature.js';
import { AuditLogResolver } from './audit-log.resolver.js';
import { auditTexts } from './audit.texts.js';

const auditLogRoutes: readonly Route[] = [get('/v1/audit-log', 'auditLog', { with: { details: {} } })];

export const audit = defineFeature('audit', {
  texts: auditTexts,
  needs: [users],
  resolvers: [AuditLogResolver],
  openapi: { tags: { 'audit-log': 'What operators and the service did, with who and when.' } },
  rest: auditLogRoutes,
});
