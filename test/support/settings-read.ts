import { tmpdir } from 'node:os';
import { readConfig } from '../../src/config.js';

/** The names of all variables of the environment that a person may set: what the service looks for when it reads its settings. */
export function settingsRead(): string[] {
  const read = new Set<string>();
  const secrets = {
    JWT_SECRET: 'a secret of at least thirty-two characters',
    ENCRYPTION_KEY: Buffer.alloc(32).toString('base64'),
  };
  const values: NodeJS.ProcessEnv = { ...secrets, DATA_DIR: tmpdir() };
  const env = new Proxy(values, {
    get(target, name) {
      read.add(String(name));
      return target[String(name)];
    },
  });
  readConfig(env);
  // The one tells production, the other is npm's own.
  for (const name of ['NODE_ENV', 'npm_lifecycle_event']) {
    if (!read.delete(name)) throw new Error(`${name} is not read any more`);
  }
  return [...read].toSorted();
}
