import { ValidateBy } from 'class-validator';
import { toHundredths } from '../platform/money.js';
import { textOf } from '../platform/domain-error.js';

export function IsHundredths(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isHundredths',
      validator: {
        validate: (value: unknown) => typeof value === 'number' && toHundredths(value) / 100 === value,
      },
    },
    { context: textOf('graphql.hundredths') },
  );
}
