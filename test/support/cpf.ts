/** The CPF whose first nine digits are the number's, with its two check digits. */
export function validCpf(base: number): string {
  const digits = [...String(base).padStart(9, '0')].map(Number);
  for (const length of [9, 10]) {
    const sum = digits.slice(0, length).reduce((total, digit, i) => total + digit * (length + 1 - i), 0);
    digits.push(((sum * 10) % 11) % 10);
  }
  return digits.join('');
}
