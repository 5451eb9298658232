import { Arg, Field, ID } from 'type-graphql';

/** Ids are UUIDs but where `isNumber` says otherwise. */
interface IdOptions {
  isNumber?: boolean;
}

const describe = (thing: string, { isNumber = false }: IdOptions) => ({
  description: `The ${thing}'s ${isNumber ? 'id, a whole number' : 'UUID'}.`,
});

/** An argument that is the id of a thing. */
export function IdArg(thing: string, { name = 'id', ...options }: IdOptions & { name?: string } = {}) {
  return Arg(name, () => ID, describe(thing, options));
}

/** A field that is the id of a thing. */
export function IdField(thing: string, options: IdOptions = {}): PropertyDecorator {
  return Field(() => ID, describe(thing, options));
}
