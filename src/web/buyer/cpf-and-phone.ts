/** Quick checks before sending. The service decides. */

/** Of `CreateCustomerInput.password`. */
export const SHORTEST_PASSWORD = 8;

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** Eleven digits with valid check digits (Receita Federal), not all equal. */
export function isCpf(text: string): boolean {
  const digits = [...digitsOf(text)].map(Number);
  if (digits.length !== 11 || new Set(digits).size === 1) return false;
  return [9, 10].every((at) => {
    const sum = digits.slice(0, at).reduce((total, digit, index) => total + digit * (at + 1 - index), 0);
    return ((sum * 10) % 11) % 10 === digits[at];
  });
}

export function isPhone(text: string): boolean {
  return text.trim().startsWith('+')
    ? /^\+\d{8,15}$/.test(text.replaceAll(/[\s().-]/g, ''))
    : [10, 11].includes(digitsOf(text).length);
}
