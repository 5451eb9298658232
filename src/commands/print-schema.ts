import { writeFileSync } from 'node:fs';
import { schema } from '../schema.js';
import { sdl } from '../graphql/sdl.js';

// `npm run schema`: the file whose diff is the review of the API, and that `npm run generate` reads before the first build.
writeFileSync('schema.graphql', sdl(schema));
