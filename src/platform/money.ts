/** PIX writes ten digits before the point. */
export const MAX_CENTAVOS = 999_999_999_999n;

export class InvalidMoneyError extends Error {}

export function formatMoney(centavos: bigint): string {
  const digits = (centavos < 0n ? -centavos : centavos).toString().padStart(3, '0');
  return `${centavos < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Digit by digit, never through a float. Throws InvalidMoneyError. */
export function parseMoney(value: unknown): bigint {
  const match = typeof value === 'string' ? /^(\d{1,10})(?:\.(\d{1,2}))?$/.exec(value) : null;
  if (!match) throw new InvalidMoneyError('must be an amount in reais with at most two decimals, like "12.50"');
  return BigInt(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`);
}

/** Exact for a percentage with at most two decimals. */
export function toHundredths(percent: number): number {
  return Math.round(percent * 100);
}
