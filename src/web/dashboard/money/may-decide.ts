import { useSession } from '../../common/session.js';

/** Who reads open money does not always move it. */
export function useMayDecide(): boolean {
  const role = useSession().person?.operatorRole;
  return role === 'OWNER' || role === 'FINANCE';
}
