import type { App } from '../context.js';
import { isWildcard } from '../platform/http/own-addresses.js';

/**
 * Where a reader of `origin` opens the page of the development bank, to pay a code there; null where there is none, as in production. A
 * bank that listens to the whole network is found under the name that the reader found us by.
 */
export async function testBankFor(
  { config, providers }: Pick<App, 'config' | 'providers'>,
  origin: string,
): Promise<string | null> {
  if (config.production) return null;
  // While the database is away a page has more to say than that.
  const known = await providers.all().catch(() => []);
  const bank = known.find(({ adapter }) => adapter.adapter === 'sandbox')?.settings.baseUrl;
  if (!bank) return null;
  const url = new URL(bank);
  if (isWildcard(config.sandboxHost) && URL.canParse(origin)) url.hostname = new URL(origin).hostname;
  return url.origin;
}
