/** `+5511987654321` as people write it, `(11) 98765-4321`; of other countries as it is. */
export function phoneText(phone: string | null): string | undefined {
  if (phone === null) return undefined;
  const [, area, start, end] = /^\+55(\d\d)(\d{4,5})(\d{4})$/.exec(phone) ?? [];
  return area ? `(${area}) ${start}-${end}` : phone;
}

/** Eleven digits as `123.456.789-09`. */
export function cpfText(cpf: string | null): string | undefined {
  return cpf?.replace(/^(\d{3})(\d{3})(\d{3})(\d\d)$/, '$1.$2.$3-$4');
}
