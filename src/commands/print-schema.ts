import { readFileSync, writeFileSync } from 'node:fs';
import { features } from '../features.js';
import { logEventsOf, withLogEvents } from '../log-events.js';
import { schema, sdl } from '../schema.js';

// `npm run schema`: writes the SDL and the table of log events.
writeFileSync('schema.graphql', sdl(schema));
const operating = 'deploy/OPERATING.md';
writeFileSync(operating, withLogEvents(readFileSync(operating, 'utf8'), logEventsOf(features)));
