import { format, resolveConfig } from 'prettier';
import type { Mutant } from '../mutants/mutant.js';
import type { Promised } from './promises.js';

/** Of `npm run promises`: which faults the tests found. */
export interface LastRun {
  date: string;
  commit: string;
  found: readonly string[];
}

const HEAD = `# What we promise, and how it is shown

Each promise holds in crashes, in failovers, and against buyers and operators who play against it. A line has

- what **holds** it in the database, whatever the code does: names of constraints, of unique indexes and of triggers' functions;
- what **watches** it while the service runs: rules of the \`reconciliation\` report;
- **faults** that would break it. They are written into a copy of the code, one at a time, and the tests beside them must fail.

\`npm run promises\` writes all faults of this page, and says below when it was last run. \`npm run mutants\` has many more. \`npm run chaos\`
sells while processes, connections, PostgreSQL, network, clocks and disk fail, and then looks at all rows; \`npm run failovers\` does it on a
cluster; \`npm run simulate\` does it in histories that a seed repeats.
`;

/** The text of PROMISES.md. */
export async function renderPromises(
  promises: Readonly<Record<string, readonly Promised[]>>,
  mutants: readonly Mutant[],
  { date, commit, found }: LastRun,
): Promise<string> {
  const testsOf = (fault: string): string => {
    const tests = mutants.find(({ name }) => name === fault)?.tests ?? [];
    return tests.map((test) => `\`${test.replace(/^test\//, '').replace(/\.test\.ts$/, '')}\``).join(', ');
  };
  const code = (names: readonly string[] = []): string => names.map((name) => `\`${name}\``).join('<br>');
  const faultOf = (fault: string): string =>
    `${found.includes(fault) ? '✓' : found.length > 0 ? 'not found:' : 'not run:'} ${fault} (${testsOf(fault)})`;
  const row = ({ says, database, watched, faults }: Promised): string =>
    `| ${says} | ${code(database)} | ${code(watched)} | ${faults.map(faultOf).join('<br>')} |`;
  const section = ([title, rows]: [string, readonly Promised[]]): string =>
    [
      `## ${title}`,
      '',
      '| promise | held by | watched by | faults that tests find |',
      '|---|---|---|---|',
      ...rows.map(row),
      '',
    ].join('\n');

  const all = Object.values(promises).flatMap((rows) => rows.flatMap(({ faults }) => faults));
  const foundOfAll = all.filter((fault) => found.includes(fault)).length;
  const last =
    found.length === 0
      ? 'The faults were not run from this page yet.\n'
      : `Last run: ${date}, on ${commit}. The tests found ${foundOfAll} of ${all.length} faults.\n`;
  const text = [HEAD, ...Object.entries(promises).map(section), last].join('\n');
  return format(text, { ...(await resolveConfig(import.meta.filename)), parser: 'markdown' });
}
