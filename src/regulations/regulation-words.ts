/** Written out: what Intl prints may change with the machine, and so would a hash. */
export function number(value: number | bigint): string {
  return String(value).replaceAll(/\B(?=(\d{3})+$)/g, '.');
}

/** Centavos. */
export function money(centavos: bigint): string {
  return `R$ ${number(centavos / 100n)},${String(centavos % 100n).padStart(2, '0')}`;
}

/** Hundredths of a percent. */
export function percent(hundredths: number): string {
  const decimals = String(hundredths % 100)
    .padStart(2, '0')
    .replace(/0+$/, '');
  return `${number(Math.floor(hundredths / 100))}${decimals === '' ? '' : `,${decimals}`}%`;
}

/** Of an ISO day. */
export const shownDay = (iso: string): string => iso.split('-').reverse().join('/');
