import { addTexts } from '../../src/platform/texts.js';

/** Every file of texts, which a process learns of by its features: a test of less than a process throws refusals too. */
export const textFiles = (import.meta as unknown as { glob: Glob }).glob('../../src/**/*.texts.ts', { eager: true });
type Glob = (pattern: string, options: { eager: true }) => Record<string, Record<string, Parameters<typeof addTexts>[0]>>;

for (const file of Object.values(textFiles)) for (const texts of Object.values(file)) addTexts(texts);
