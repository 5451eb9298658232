import { ValidateBy } from 'class-validator';
import { textOf } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';
import { parseCpf, NAME_LENGTH, parsePersonName, parsePhone } from './person.js';

/** A person's name, by `parsePersonName`. */
export const IsPersonName = (): PropertyDecorator =>
  parsedBy('isPersonName', parsePersonName, textOf('users.personName', NAME_LENGTH));

/** A Brazilian phone with its area code, or one in E.164, by `parsePhone`. */
export const IsPhone = (): PropertyDecorator => parsedBy('isPhone', parsePhone, textOf('users.phone'));

/** A CPF, by `parseCpf`. */
export const IsCpf = (): PropertyDecorator => parsedBy('isCpf', parseCpf, textOf('users.cpf'));

/** The value is a text that `parse` makes something of. */
function parsedBy(name: string, parse: (text: string) => string | undefined, context: KeyedText): PropertyDecorator {
  return ValidateBy(
    {
      name,
      validator: {
        validate: (value: unknown) => typeof value === 'string' && parse(value) !== undefined,
      },
    },
    { context },
  );
}
