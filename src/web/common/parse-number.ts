/** `10000`, `10.000`, `10,000`, `10 000`. Undefined for anything else. */
export function parseInteger(text: string): number | undefined {
  const plain = text.replaceAll(/[\s_]/g, '');
  const digits = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(plain) ? plain.replaceAll(/[.,]/g, '') : plain;
  return /^\d{1,10}$/.test(digits) ? Number(digits) : undefined;
}

/** `12,5`, `12.5` or `12,5 %`, at most 100 and two decimals. Undefined for anything else. */
export function parsePercent(text: string): number | undefined {
  const plain = text.replaceAll(/[\s%]/g, '').replace(',', '.');
  if (!/^\d{1,3}(?:\.\d{1,2})?$/.test(plain)) return undefined;
  const value = Number(plain);
  return value <= 100 ? value : undefined;
}

/** Separated by space, comma or semicolon; a dot separates thousands. Undefined when one of them is not a number. */
export function parseIntegers(text: string): number[] | undefined {
  const found = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((part) => parseInteger(part));
  return found.every((value) => value !== undefined) ? found : undefined;
}

/**
 * Decimal text as the service takes it, `1234.50`, of an amount as people type it: `1.234,50`, `1234,5`, `1234.50`, with or without `R$`.
 * Undefined for what is none. A single dot with three digits after it parts thousands: `1.234` is one thousand.
 */
export function parseMoney(text: string): string | undefined {
  const plain = text.replace(/^\s*R\$/, '').replaceAll(/\s/g, '');
  const grouped = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(plain) || /^\d+,\d{1,2}$/.test(plain);
  const english = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(plain);
  const decimal = grouped ? plain.replaceAll('.', '').replace(',', '.') : english ? plain.replaceAll(',', '') : plain;
  if (!/^\d{1,15}(?:\.\d{1,2})?$/.test(decimal)) return undefined;
  const [whole = '0', cents = ''] = decimal.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`;
}
