import { isURL, ValidateBy } from 'class-validator';
import { addressProblem } from '../platform/address-problem.js';

interface AddressRules {
  /** Plain http too, of any host: in development the service's own has no domain. */
  mayBePlain?: boolean;
  /** Of a page that people follow: what it is about may be a part of it, behind #. */
  mayPointInside?: boolean;
}

/** An https address on the public internet by its form, without a login, spaces and invisible characters; and without a fragment. */
export function IsAddress({ mayBePlain = false, mayPointInside = false }: AddressRules = {}): PropertyDecorator {
  const protocols = mayBePlain ? ['https', 'http'] : ['https'];
  const message = mayBePlain ? 'must be an http or https address' : 'must be an https address';
  return ValidateBy({
    name: 'isAddress',
    constraints: [{ mayBePlain }],
    validator: {
      validate: (text: unknown) =>
        isURL(text as string, { protocols, require_protocol: true, require_tld: !mayBePlain })
        && addressProblem(mayPointInside ? (text as string).replace(/#[^\s]*$/, '') : (text as string)) === undefined,
      defaultMessage: () => message,
    },
  });
}
