import { v7 as uuidv7 } from 'uuid';
import type { App } from '../context.js';
import { writeAudit } from '../platform/audit.js';
import { hashPassword } from '../platform/passwords.js';
import { insertFirstOwner, selectHolder } from './operator.sql.js';

/**
 * Makes the first operator, an owner, where there is none; audited. Safe at every start and in several processes at once. Owners
 * who came since change and dismiss whom they will, the first one too: nobody is made again. A buyer with that email is not promoted: that
 * is logged.
 */
export async function ensureAdmin(app: Pick<App, 'db' | 'log'>, credentials: { email: string; password: string }): Promise<void> {
  const email = credentials.email.trim().toLowerCase();
  const [found] = await app.db.query(selectHolder, [email]);
  if (found?.hasOwner) return;
  if (found?.role === 'USER')
    return app.log.error(
      { event: 'auth.operator.email_taken' },
      'a buyer has the email of ADMIN_EMAIL: no operator was made, choose another email',
    );
  const id = uuidv7();
  const passwordHash = await hashPassword(credentials.password);
  await app.db.transaction(async (tx) => {
    const [made] = await tx.query(insertFirstOwner, [id, 'Operator', email, passwordHash]);
    if (!made) return;
    const details = { operatorRole: 'OWNER' };
    await writeAudit(tx, { by: null, action: 'createFirstOperator', subjectType: 'user', subjectId: id, details });
  });
}
