import type { Config } from '../config.js';
import { isWildcard, ownAddresses } from '../platform/http/listening.js';

export const DEMO_SLUG = 'demo';

interface Listening {
  url: string;
  sandboxUrl: string | undefined;
}

export function banner(
  config: Pick<Config, 'production' | 'host' | 'port' | 'sandboxHost' | 'sandboxPort' | 'dataDir' | 'admin'>,
  service: Listening & { embeddedDatabase: boolean },
): string {
  const { url, sandboxUrl, embeddedDatabase } = service;
  const lines = ['', `  Raffle gateway listening on ${url}`, '', `  GraphQL     ${url}/graphql`];
  if (config.production || !sandboxUrl) return [...lines, `  Readiness   ${url}/readyz`, ''].join('\n');
  return [
    ...lines,
    `  Shop        ${url}/`,
    `  Raffle      ${url}/r/${DEMO_SLUG}`,
    `  Dashboard   ${url}/dashboard`,
    `  IDE         ${url}/ide`,
    `  REST        ${url}/docs`,
    `  Bank        ${sandboxUrl}   paste a PIX code and pay it`,
    `  Mailbox     ${sandboxUrl}/mailbox   the letters to buyers`,
    `  Database    ${embeddedDatabase ? `its own PostgreSQL, data in ${config.dataDir}` : 'the one of DATABASE_URL'}`,
    `  Operator    ${config.admin.email} / ${config.admin.password}`,
    ...movedLines(config, service),
    ...networkLines(config, service),
    '',
    '  Try it:     npm run demo            buys, pays and shows the numbers, step by step',
    `  Or by hand, in the IDE:  { raffle(slug: "${DEMO_SLUG}") { id title quotaPrice } }`,
    '',
  ].join('\n');
}

/** At the usual address another program, or another gateway, answers. */
function movedLines({ port, sandboxPort }: Pick<Config, 'port' | 'sandboxPort'>, { url, sandboxUrl }: Listening): string[] {
  const moved = [
    [port, url],
    [sandboxPort, sandboxUrl],
  ].flatMap(([wanted, at]) => (at && wanted && Number(new URL(String(at)).port) !== wanted ? [wanted] : []));
  if (moved.length === 0) return [];
  const [what, verb] = moved.length === 1 ? [`Port ${moved[0]}`, 'was'] : [`Ports ${moved.join(' and ')}`, 'were'];
  return ['', `  ${what} ${verb} taken: the addresses above are this service's. PORT and SANDBOX_PORT choose others.`];
}

function networkLines({ host, sandboxHost }: Pick<Config, 'host' | 'sandboxHost'>, { url, sandboxUrl }: Listening): string[] {
  const seen = (listens: string, at: string): string[] =>
    isWildcard(listens) ? ownAddresses().map((address) => `http://${address}:${new URL(at).port}`) : [];
  const raffles = seen(host, url).map((at) => `  Network     ${at}/r/${DEMO_SLUG}`);
  const banks = sandboxUrl ? seen(sandboxHost, sandboxUrl).map((at) => `  Network     ${at}   the bank`) : [];
  return [...raffles, ...banks];
}
