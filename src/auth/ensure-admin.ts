import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import { hashPassword } from '../platform/passwords.js';
import { selectHolder } from './operator.sql.js';

/**
 * Makes the first operator unless somebody has that email. Safe at every start and in several processes at once; an
 * operator who is there keeps the password they have. A buyer with that email is not promoted: that is logged.
 */
export async function ensureAdmin(app: Pick<App, 'db' | 'log'>, credentials: { email: string; password: string }): Promise<void> {
  const email = credentials.email.trim().toLowerCase();
  const [holder] = await app.db.query(selectHolder, [email]);
  if (holder?.role === 'USER')
    app.log.error(
      { event: 'auth.operator.email_taken' },
      'a buyer has the email of ADMIN_EMAIL: no operator was made, choose another email',
    );
  if (holder) return;
  const passwordHash = await hashPassword(credentials.password);
  // Two processes may both have found nobody: the second insert does nothing.
  await app.db.prisma.user.createMany({
    data: [{ id: uuidv7(), role: 'ADMIN', operatorRole: 'OWNER', name: 'Operator', email, passwordHash }],
    skipDuplicates: true,
  });
}
