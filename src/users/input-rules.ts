import { buildMessage, ValidateBy } from 'class-validator';
import { parseCpf } from './cpf.js';
import { NAME_LENGTH, parsePersonName } from './person-name.js';
import { parsePhone } from './phone.js';

/** A person's name, by `parsePersonName`. */
export const IsPersonName = (): PropertyDecorator =>
  parsedBy('isPersonName', parsePersonName, `must be a name of ${NAME_LENGTH.min} to ${NAME_LENGTH.max} characters`);

/** A Brazilian phone with its area code, or one in E.164, by `parsePhone`. */
export const IsPhone = (): PropertyDecorator =>
  parsedBy('isPhone', parsePhone, 'must be a Brazilian phone with its area code, or start with + and a country code');

/** A CPF, by `parseCpf`. */
export const IsCpf = (): PropertyDecorator => parsedBy('isCpf', parseCpf, 'must be a valid CPF of 11 digits');

/** The value is a text that `parse` makes something of. */
function parsedBy(name: string, parse: (text: string) => string | undefined, problem: string): PropertyDecorator {
  return ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => typeof value === 'string' && parse(value) !== undefined,
      defaultMessage: buildMessage((eachPrefix) => `${eachPrefix}$property ${problem}`),
    },
  });
}
