import { EXPORT_FILE_OPERATORS } from '../../src/exports/export-file.route.js';
import { UPLOAD_OPERATORS } from '../../src/files/files.route.js';
import type { OperatorRole } from '../../src/generated/prisma/client.js';
import { REGISTER_EXPORT_OPERATORS } from '../../src/won-prizes/register-export.route.js';
import { EXPORT_OPERATORS } from '../../src/orders/order-export.route.js';
import { PERSONAL_DATA_OPERATORS } from '../../src/personal-data/personal-data.route.js';
import { schema } from '../../src/schema.js';

/** The operators, besides an OWNER, who may call what is given to ADMIN, by the names of the operations. */
export const OPERATOR_RIGHTS: ReadonlyMap<string, readonly OperatorRole[]> = new Map([
  ...[schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()]
    .flatMap((root) => Object.values(root?.getFields() ?? {}))
    .filter(({ extensions }) => (extensions.roles as string[]).includes('ADMIN'))
    .map(({ name, extensions }) => [name, extensions.operators as readonly OperatorRole[]] as const),
  ['exportOrders', EXPORT_OPERATORS] as const,
  ['downloadExport', EXPORT_FILE_OPERATORS] as const,
  ['exportWonPrizes', REGISTER_EXPORT_OPERATORS] as const,
  ['exportPersonalData', PERSONAL_DATA_OPERATORS] as const,
  ['uploadFile', UPLOAD_OPERATORS] as const,
]);
