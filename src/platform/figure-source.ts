import { Gauge, type Registry } from 'prom-client';
import { createReadThroughCache } from './read-through-cache.js';
import { within } from './within.js';

/** A scrape is given up after ten seconds, with all its figures. */
const READ_WITHIN_MS = 2_000;

export interface Figure {
  gauge: string;
  label?: string;
  value: number;
}

/** Figures that are read together from the database. Every process answers the same. */
export interface FigureSource {
  name: string;
  gauges: Record<string, { help: string; label?: string }>;
  maxAgeMs: number;
  read(): Promise<Figure[]>;
}

/** The function that it returns reads the gauges and answers whether it could; those that cannot be read are left out. */
export function mountFigureSource(registry: Registry, { gauges, maxAgeMs, read }: FigureSource): () => Promise<boolean> {
  const figures = createReadThroughCache({ maxAgeMs, maxKeys: 1, load: read });
  const labels = new Map(Object.entries(gauges).map(([name, { label }]) => [name, label]));
  const mounted = new Map(
    Object.entries(gauges).map(([name, { help, label }]) => [
      name,
      new Gauge({ name, help, labelNames: label ? [label] : [], registers: [registry] }),
    ]),
  );
  const clear = (): void => {
    for (const gauge of mounted.values()) {
      gauge.reset();
      // Without a label a reset leaves a zero, which would look like a figure.
      gauge.remove({});
    }
  };
  clear();

  return async () => {
    const known = await within(READ_WITHIN_MS, figures.get('all'), 'the figures').catch(() => undefined);
    clear();
    for (const { gauge, label, value } of known ?? []) {
      const name = labels.get(gauge);
      mounted.get(gauge)?.set(name && label !== undefined ? { [name]: label } : {}, value);
    }
    return known !== undefined;
  };
}
