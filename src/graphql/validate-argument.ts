import { validateSync, type ValidationError } from 'class-validator';
import { ArgumentValidationError } from 'type-graphql';

/** Without the first two an error echoes the whole input, passwords included. */
const OPTIONS = { validationError: { target: false, value: false }, forbidUnknownValues: false, skipMissingProperties: true };

/**
 * Holds one argument against the rules of its class; throws ArgumentValidationError. In place of type-graphql's own, which
 * imports class-validator anew for every argument and waits for rules that might be asynchronous: none is, and an order
 * costs a tenth less without.
 */
export function validateArgument(argument: unknown): void {
  if (typeof argument !== 'object' || argument === null) return;
  const errors: ValidationError[] = validateSync(argument, OPTIONS);
  if (errors.length > 0) throw new ArgumentValidationError(errors);
}
