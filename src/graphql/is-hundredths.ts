import { ValidateBy } from 'class-validator';
import { toHundredths } from '../platform/hundredths.js';

/** A number with at most two decimals. */
export function IsHundredths(): PropertyDecorator {
  return ValidateBy({
    name: 'isHundredths',
    validator: {
      validate: (value: unknown) => typeof value === 'number' && toHundredths(value) / 100 === value,
      defaultMessage: () => 'must be a number with at most two decimals',
    },
  });
}
