import { readFileSync, writeFileSync } from 'node:fs';
import { features } from '../features.js';
import { operationErrorsModule, sdl } from '../graphql/sdl.js';
import { logEventsOf, withLogEvents } from '../log-events.js';
import { schema } from '../schema.js';

// `npm run schema` writes the SDL, whose diff is the review of the API and which `npm run generate` reads, the error codes of operations
// for the client, and the table of the log's events.
writeFileSync('schema.graphql', sdl(schema));
writeFileSync('src/client/operation-errors.ts', operationErrorsModule(schema));
const operating = 'deploy/OPERATING.md';
writeFileSync(operating, withLogEvents(readFileSync(operating, 'utf8'), logEventsOf(features)));
