import type { StepOptions } from '../tracer.js';

/** How a statement is told in a trace: by its name alone, never with a value. */
export const STATEMENT_STEP: StepOptions = { kind: 'CLIENT', attributes: { 'db.system.name': 'postgresql' } };

/** What a text of Prisma's does to which table, such as "SELECT users"; nothing else of the text. */
export function prismaStepName(text: string): string {
  const [, verb = 'statement'] = /^\s*([a-z]+)\b/i.exec(text) ?? [];
  const [, table] = /\b(?:FROM|INTO|UPDATE)\s+(?:"public"\.)?"([a-z_]+)"/i.exec(text) ?? [];
  return table ? `${verb.toUpperCase()} ${table}` : verb.toUpperCase();
}
