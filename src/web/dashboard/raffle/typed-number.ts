/** A whole number as people type it: `10000`, `10.000`, `10,000`, `10 000`. Undefined for what is none. */
export function typedWhole(text: string): number | undefined {
  const plain = text.replaceAll(/[\s_]/g, '');
  const digits = /^\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(plain) ? plain.replaceAll(/[.,]/g, '') : plain;
  return /^\d{1,10}$/.test(digits) ? Number(digits) : undefined;
}

/** A percentage with at most two decimals, `12,5`, `12.5` or `12,5 %`. Undefined for what is none, and above 100. */
export function typedPercent(text: string): number | undefined {
  const plain = text.replaceAll(/[\s%]/g, '').replace(',', '.');
  if (!/^\d{1,3}(?:\.\d{1,2})?$/.test(plain)) return undefined;
  const value = Number(plain);
  return value <= 100 ? value : undefined;
}

/** Whole numbers with space, comma or semicolon between them; a dot parts thousands. Undefined when one of them is none. */
export function typedWholes(text: string): number[] | undefined {
  const found = text
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((part) => typedWhole(part));
  return found.every((value) => value !== undefined) ? found : undefined;
}
