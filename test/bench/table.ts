export function printTable(headings: string[], rows: (string | number)[][]): void {
  const lines = [headings, ...rows].map((row) => headings.map((_, column) => String(row[column] ?? '')));
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)));
  const rightAligned = headings.map((_, column) => lines.slice(1).every((line) => /^[\d.]*( %)?$/.test(line[column] ?? '')));
  for (const line of lines) {
    const cells = line.map((cell, column) => {
      const width = widths[column] ?? 0;
      return rightAligned[column] ? cell.padStart(width) : cell.padEnd(width);
    });
    console.log(cells.join('  ').trimEnd());
  }
}
