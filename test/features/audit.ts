import type { FeatureTests } from '../features.js';

export const audit: FeatureTests = {
  operations: `
    auditLog  A(O)  GET /v1/audit-log`,
  lists: ({ time, middle }) => ({ auditLog: { after: [time, middle] } }),
};
