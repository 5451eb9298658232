import { Arg, Field, ID } from 'type-graphql';

interface IdOptions {
  isNumber?: boolean;
}

const describe = (thing: string, { isNumber = false }: IdOptions) => ({
  description: `The ${thing}'s ${isNumber ? 'id, a whole number' : 'UUID'}.`,
});

export function IdArg(thing: string, { name = 'id', ...options }: IdOptions & { name?: string } = {}) {
  return Arg(name, () => ID, describe(thing, options));
}

export function IdField(thing: string, options: IdOptions = {}): PropertyDecorator {
  return Field(() => ID, describe(thing, options));
}
