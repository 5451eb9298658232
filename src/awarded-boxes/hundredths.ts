import { ValidateBy } from 'class-validator';

/** Percent as hundredths of a percent. Exact for what `IsHundredths` lets through. */
export function toHundredths(percent: number): number {
  return Math.round(percent * 100);
}

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
