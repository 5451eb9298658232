import { isValidCpf, parseCpf as digitsOf } from '@brazilian-utils/brazilian-utils';

/** The eleven digits of a CPF given plain or punctuated; undefined when a check digit is wrong or all digits are the same. */
export function parseCpf(text: string): string | undefined {
  return isValidCpf(text) ? digitsOf(text) : undefined;
}
