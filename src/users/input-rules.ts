import { ValidateBy } from 'class-validator';
import { textOf } from '../platform/domain-error.js';
import type { KeyedText } from '../platform/texts.js';
import { parseCpf, NAME_LENGTH, parsePersonName, parsePhone } from './person.js';

export const IsPersonName = (): PropertyDecorator =>
  parsedBy('isPersonName', parsePersonName, textOf('users.personName', NAME_LENGTH));

export const IsPhone = (): PropertyDecorator => parsedBy('isPhone', parsePhone, textOf('users.phone'));

export const IsCpf = (): PropertyDecorator => parsedBy('isCpf', parseCpf, textOf('users.cpf'));

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
