import { validateSync, type ValidationError } from 'class-validator';
import { ArgumentValidationError } from 'type-graphql';

/** Without the first two an error echoes the whole input, passwords included. */
const OPTIONS = { validationError: { target: false, value: false }, forbidUnknownValues: false, skipMissingProperties: true };

/**
 * Holds one argument, or each of a list, against the rules of its class; throws ArgumentValidationError. In place of type-graphql's own, which
 * imports class-validator anew for every argument and waits for rules that might be asynchronous: none is.
 */
export function validateArgument(argument: unknown): void {
  const inputs = [argument].flat().filter((input) => typeof input === 'object' && input !== null);
  const errors: ValidationError[] = inputs.flatMap((input) => validateSync(input, OPTIONS));
  if (errors.length > 0) throw new ArgumentValidationError(errors);
}
