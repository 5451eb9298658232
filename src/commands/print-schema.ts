import { readFileSync, writeFileSync } from 'node:fs';
import { features } from '../features.js';
import { operationErrorsModule, sdl } from '../graphql/sdl.js';
import { logEventsOf, withLogEvents } from '../log-events.js';
import { schema } from '../schema.js';

// `npm run schema`: writes the SDL, the client's error codes of operations, and the table of log events.
writeFileSync('schema.graphql', sdl(schema));
writeFileSync('src/client/operation-errors.ts', operationErrorsModule(schema));
const operating = 'deploy/OPERATING.md';
writeFileSync(operating, withLogEvents(readFileSync(operating, 'utf8'), logEventsOf(features)));
