import { readFileSync, writeFileSync } from 'node:fs';
import { features } from '../features.js';
import { sdl } from '../graphql/sdl.js';
import { logEventsOf } from '../log-events.js';
import { schema } from '../schema.js';
import { withLogEvents } from './log-event-table.js';

// `npm run schema`: the file whose diff is the review of the API, and that `npm run generate` reads before the first build; and the
// table of the log's events.
writeFileSync('schema.graphql', sdl(schema));
const operating = 'deploy/OPERATING.md';
writeFileSync(operating, withLogEvents(readFileSync(operating, 'utf8'), logEventsOf(features)));
