export function isBijection(numbers: Uint32Array, size: number): boolean {
  const seen = new Uint8Array(size);
  for (const number of numbers) {
    if (number >= size || seen[number] === 1) return false;
    seen[number] = 1;
  }
  return numbers.length === size;
}
