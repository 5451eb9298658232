/** In words, why no waiting lets the service into its database; undefined for any other error. */
export function databaseProblem(error: unknown): string | undefined {
  const { code, message } = error as { code?: unknown; message?: string };
  if (code === '28P01' || code === '28000') return `PostgreSQL does not let the service in: ${message}. Correct DATABASE_URL.`;
  if (code === '3D000') return `PostgreSQL has no such database: ${message}. Create it, or correct DATABASE_URL.`;
  return undefined;
}
