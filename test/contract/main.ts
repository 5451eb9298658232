import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, findBreakingChanges, printSchema } from 'graphql';
import { features } from '../../src/features.js';
import { openApiOf } from '../../src/openapi.js';
import { schema, sdl } from '../../src/schema.js';
import { breakingChanges, type Document } from './breaking-changes.js';
import { released, withoutTexts } from './released.js';

/*
 * What programs rely on since the last release is still there: GraphQL, REST and the bodies of events. `npm run check` runs it. With
 * `--release` it keeps what is there now, for a new version.
 */

const FOLDER = path.join(import.meta.dirname, 'released');
const at = (name: string): string => path.join(FOLDER, name);
const now = {
  graphql: sdl(schema),
  openApi: openApiOf(features, schema, { publicUrl: undefined, siteName: 'Raffle gateway' }) as unknown as Document,
};

if (process.argv.includes('--release')) {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  if (!readFileSync('CHANGELOG.md', 'utf8').includes(`\n## ${version} `)) {
    console.error(`CHANGELOG.md has no heading "## ${version}": say there what changes for whom.`);
    process.exit(1);
  }
  writeFileSync(at('schema.graphql'), `${printSchema(withoutTexts(now.graphql))}\n`);
  writeFileSync(at('openapi.json'), released(now.openApi));
  writeFileSync(at('accepted.txt'), '');
  console.log(`kept as released: ${version}`);
} else {
  const accepted = readFileSync(at('accepted.txt'), 'utf8').split('\n').filter(Boolean);
  const found = [
    ...findBreakingChanges(buildSchema(readFileSync(at('schema.graphql'), 'utf8')), buildSchema(now.graphql)).map(
      ({ description }) => `GraphQL: ${description}`,
    ),
    ...breakingChanges(JSON.parse(readFileSync(at('openapi.json'), 'utf8')) as Document, now.openApi).map(
      (text) => `REST: ${text}`,
    ),
  ];
  const unaccepted = found.filter((text) => !accepted.includes(text));
  const past = accepted.filter((text) => !found.includes(text));
  if (unaccepted.length > 0) {
    console.error(`Programs that use the last release would break:\n${unaccepted.map((text) => `  ${text}`).join('\n')}`);
    console.error(
      'Keep it, deprecated, beside what is new. Or, where the owner decides so, enter the line in test/contract/released/accepted.txt and say it in CHANGELOG.md.',
    );
  }
  if (past.length > 0) console.error(`accepted.txt has what breaks nothing:\n${past.map((text) => `  ${text}`).join('\n')}`);
  if (unaccepted.length > 0 || past.length > 0) process.exitCode = 1;
}
