/**
 * Decimal text as the service takes it, `1234.50`, of an amount as people type it: `1.234,50`, `1234,5`, `1234.50`, with or without `R$`.
 * Undefined for what is none. A single dot with three digits after it parts thousands: `1.234` is one thousand.
 */
export function typedMoney(text: string): string | undefined {
  const plain = text.replace(/^\s*R\$/, '').replaceAll(/\s/g, '');
  const grouped = /^\d{1,3}(?:\.\d{3})+(?:,\d{1,2})?$/.test(plain) || /^\d+,\d{1,2}$/.test(plain);
  const english = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$/.test(plain);
  const decimal = grouped ? plain.replaceAll('.', '').replace(',', '.') : english ? plain.replaceAll(',', '') : plain;
  if (!/^\d{1,15}(?:\.\d{1,2})?$/.test(decimal)) return undefined;
  const [whole = '0', cents = ''] = decimal.split('.');
  return `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`;
}
