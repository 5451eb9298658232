export function moneyText(centavos: string): string {
  return `to_char(${centavos} / 100.0, 'FM999999999999990.00')`;
}

export function instantText(at: string): string {
  return `to_char(${at} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
