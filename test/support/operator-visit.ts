import type { Visitors, Visitor, VisitorOptions } from './browser.js';

export const OPERATOR_KEY = 'raffle-gateway.operator';

export function asOperator(url: string, token: string): VisitorOptions {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  const kept = JSON.stringify({ accessToken: token, expiresAt, renewAt: Number.MAX_SAFE_INTEGER });
  return { width: 1440, height: 900, localStorage: { origin: url, entries: { [OPERATOR_KEY]: kept } } };
}

/** Opens a tab of a raffle, `figures` by default, and waits for its title. */
export async function atRaffle(
  visitor: Visitors,
  { url, token, id, tab = '' }: { url: string; token: string; id: string; tab?: string },
): Promise<Visitor> {
  const one = await visitor(asOperator(url, token));
  await one.page.goto(`${url}/dashboard/raffles/${id}/${tab}`.replace(/\/$/, ''));
  await one.page.getByRole('navigation', { name: 'Partes da rifa' }).waitFor();
  return one;
}
