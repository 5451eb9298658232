import type { OperatorRole } from '../../generated/client/operations.js';
import { useSession } from '../common/session.js';

/** Whether who is logged in may ask for an operation, such as `may(refundOrderRoles)`. */
export function useMay(): (roles: readonly OperatorRole[]) => boolean {
  const role = useSession().person?.operatorRole;
  return (roles) => role !== undefined && role !== null && roles.includes(role);
}
