export async function figuresText(url: string): Promise<string> {
  const response = await fetch(`${url}/metrics`);
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`);
  return response.text();
}

/** The figures of a gateway by name and labels, as they stand in its answer: `name{label="value"}`. */
export async function figuresOf(url: string): Promise<Map<string, number>> {
  const lines = (await figuresText(url)).split('\n').filter((line) => line && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]));
}
