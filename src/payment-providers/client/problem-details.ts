const LONGEST = 400;

/**
 * One line that says why a provider refused, out of its error body: the fields of RFC 7807 (`title`, `detail`), of RFC 6749
 * (`error`, `error_description`) and API Pix's `violacoes` (reason and property). Only these: other fields echo what was
 * sent, documents and keys included. Empty text when the body says nothing of the kind.
 */
export function describeProblem(body: unknown): string {
  if (typeof body !== 'object' || body === null) return '';
  const problem = body as Record<string, unknown>;
  const violations = Array.isArray(problem.violacoes) ? problem.violacoes : [];
  const parts = [
    problem.title,
    problem.error,
    problem.detail,
    problem.error_description,
    ...violations.flatMap((violation: { razao?: unknown; propriedade?: unknown } | null) => [
      violation?.propriedade,
      violation?.razao,
    ]),
  ];
  return parts
    .filter((part) => typeof part === 'string' && part !== '')
    .join('; ')
    .slice(0, LONGEST);
}
