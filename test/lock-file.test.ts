import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, LockedPackage> };

/** Whether a package finds `name` where Node looks for it: its own node_modules, then those of the folders above. */
function isLocked(path: string, name: string): boolean {
  if (`${path === '' ? '' : `${path}/`}node_modules/${name}` in packages) return true;
  if (path === '') return false;
  const parent = path.lastIndexOf('node_modules/');
  return isLocked(path.slice(0, Math.max(0, parent - 1)), name);
}

describe('package-lock.json', () => {
  // `npm install` leaves out the binaries for other systems that the registry does not have; `npm ci` then refuses the whole file,
  // with node_modules in place as well as on a fresh machine, but only the fresh machine runs it.
  it('locks every dependency it names, those for other systems too', () => {
    const missing = Object.entries(packages).flatMap(([path, { dependencies, optionalDependencies }]) =>
      Object.keys({ ...dependencies, ...optionalDependencies })
        .filter((name) => !isLocked(path, name))
        .map((name) => `${path}: ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('names no registry', () => {
    expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});
