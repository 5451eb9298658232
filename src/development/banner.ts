import { DEMO_SLUG } from './demo-slug.js';

/** What the terminal says once the service listens: what to open and, in development, what to try. */
export function banner(
  config: { production: boolean; dataDir: string; admin: { email: string; password: string } },
  service: { url: string; sandboxUrl: string | undefined; embeddedDatabase: boolean },
): string {
  const { url, sandboxUrl, embeddedDatabase } = service;
  const lines = ['', `  Raffle gateway listening on ${url}`, '', `  GraphQL     ${url}/graphql`];
  if (config.production || !sandboxUrl) return [...lines, `  Readiness   ${url}/readyz`, ''].join('\n');
  return [
    ...lines,
    `  Raffle      ${url}/r/${DEMO_SLUG}`,
    `  Dashboard   ${url}/dashboard`,
    `  IDE         ${url}/ide`,
    `  REST        ${url}/docs`,
    `  Bank        ${sandboxUrl}   paste a PIX code and pay it`,
    `  Database    ${embeddedDatabase ? `its own PostgreSQL, data in ${config.dataDir}` : 'the one of DATABASE_URL'}`,
    `  Operator    ${config.admin.email} / ${config.admin.password}`,
    '',
    '  Try it:     npm run demo            buys, pays and shows the numbers, step by step',
    `  Or by hand, in the IDE:  { raffle(slug: "${DEMO_SLUG}") { id title quotaPrice } }`,
    '',
  ].join('\n');
}
