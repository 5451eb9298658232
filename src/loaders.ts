import type { App, Loaders } from './context.js';

interface LoaderOptions {
  cache: boolean;
}

/** Each loader of a request is made when it is first used: most requests need one or none. */
export function createLoaders(app: App): (options: LoaderOptions) => Loaders {
  const declared = Object.assign({}, ...app.features.map(({ loaders }) => loaders)) as Record<string, LoaderOf>;
  const prototype = Object.defineProperties(
    {},
    Object.fromEntries(
      Object.entries(declared).map(([name, create]) => [
        name,
        {
          get(this: { options: LoaderOptions }) {
            const value = create(app, this.options);
            Object.defineProperty(this, name, { value });
            return value;
          },
        },
      ]),
    ),
  );
  return (options) => Object.assign(Object.create(prototype) as Loaders, { options });
}

type LoaderOf = (app: App, options: LoaderOptions) => unknown;
