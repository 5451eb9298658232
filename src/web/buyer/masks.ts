const digitsOf = (text: string): string => text.replaceAll(/\D/g, '');

/** `(11) 98765-4321`, as far as it is typed. A number with a country code stays as it is. */
export function maskPhone(text: string): string {
  if (text.trim().startsWith('+')) return text;
  const digits = digitsOf(text).slice(0, 11);
  if (digits.length <= 2) return digits;
  const middle = digits.length > 10 ? 7 : 6;
  const rest = digits.length > 6 ? `${digits.slice(2, middle)}-${digits.slice(middle)}` : digits.slice(2);
  return `(${digits.slice(0, 2)}) ${rest}`;
}

/** `123.456.789-09`, as far as it is typed. */
export function maskCpf(text: string): string {
  const digits = digitsOf(text).slice(0, 11);
  const parts = [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6, 9)].filter(Boolean).join('.');
  return digits.length > 9 ? `${parts}-${digits.slice(9)}` : parts;
}

/** E.164 as people write it: `+55 (11) 98765-4321`. */
export function shownPhone(phone: string): string {
  const [, digits] = /^\+55(\d{10,11})$/.exec(phone) ?? [];
  return digits === undefined ? phone : `+55 ${maskPhone(digits)}`;
}
