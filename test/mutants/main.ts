import { mutants } from './mutants.js';
import { runMutants } from './run-mutants.js';

/*
 * Writes faults into a copy of the code, one at a time, and says which of them the tests do not notice. With arguments those whose name
 * or file contains one of them.
 */

const wanted = process.argv.slice(2);
const chosen = mutants.filter(
  ({ name, file }) => wanted.length === 0 || wanted.some((words) => name.includes(words) || file.includes(words)),
);
if (chosen.length === 0) {
  console.error(`no mutant's name or file contains ${wanted.map((words) => `"${words}"`).join(' or ')}`);
  process.exitCode = 1;
} else {
  const results = await runMutants(chosen);
  if (results.length < chosen.length || results.some(({ isExpected }) => !isExpected)) process.exitCode = 1;
}
