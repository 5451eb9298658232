import { defineFeature } from '../feature.js';
import { users } from '../users/feature.js';
import { AuditLogResolver } from './audit-log.resolver.js';
import { auditLogRoutes } from './audit-log.routes.js';
import { auditTexts } from './audit.texts.js';

export const audit = defineFeature('audit', {
  texts: auditTexts,
  needs: [users],
  resolvers: [AuditLogResolver],
  rest: auditLogRoutes,
});
