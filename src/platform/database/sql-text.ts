/** The SQL of an amount in centavos as decimal text in reais. */
export function moneyText(centavos: string): string {
  return `to_char(${centavos} / 100.0, 'FM999999999999990.00')`;
}

/** The SQL of an instant as answers write it. */
export function instantText(at: string): string {
  return `to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
