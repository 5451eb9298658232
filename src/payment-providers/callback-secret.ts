import { randomBytes } from 'node:crypto';
import type { App } from '../context.js';
import type { PaymentProvider } from '../generated/prisma/client.js';
import { seal } from '../platform/crypto.js';
import type { Sql } from '../platform/database/statement.js';
import { updateCallbackSecret } from './provider.sql.js';

const CHANGE_OVER_MS = 24 * 3600 * 1_000;

/** Without characters that an address escapes; 192 bits. */
export function newCallbackSecret(): string {
  return randomBytes(24).toString('base64url');
}

/** `keepsPrevious`: for 24 hours callbacks with the one before are believed too. `origin` is who gets the new one, if that is known. */
export async function replaceCallbackSecret(
  sql: Sql,
  { config }: Pick<App, 'config'>,
  { name, sealedCallbackSecret }: PaymentProvider,
  { keepsPrevious, origin }: { keepsPrevious: boolean; origin: string | null },
): Promise<PaymentProvider | undefined> {
  const sealed = seal(config.encryptionKeys, Buffer.from(newCallbackSecret()));
  const previous = keepsPrevious ? [sealedCallbackSecret, new Date(Date.now() + CHANGE_OVER_MS)] : [null, null];
  const [changed] = await sql.query(updateCallbackSecret, [name, sealed, ...previous, origin]);
  return changed;
}
