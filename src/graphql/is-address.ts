import { isURL, ValidateBy, type ValidationOptions } from 'class-validator';
import { addressProblem } from '../platform/text-problem.js';
import { textOf } from '../platform/domain-error.js';

interface AddressRules {
  /** Allows http, and hosts without a domain: the service's own in development. */
  mayBePlain?: boolean;
  /** Allows a fragment. */
  mayPointInside?: boolean;
}

/** An https address of the public internet. */
export function IsAddress(
  { mayBePlain = false, mayPointInside = false }: AddressRules = {},
  options?: ValidationOptions,
): PropertyDecorator {
  const protocols = mayBePlain ? ['https', 'http'] : ['https'];
  const context = mayBePlain ? textOf('graphql.http') : textOf('graphql.https');
  return ValidateBy(
    {
      name: 'isAddress',
      constraints: [{ mayBePlain }],
      validator: {
        validate: (text: unknown) =>
          isURL(text as string, { protocols, require_protocol: true, require_tld: !mayBePlain })
          && addressProblem(mayPointInside ? (text as string).replace(/#[^\s]*$/, '') : (text as string)) === undefined,
      },
    },
    { context, ...options },
  );
}
