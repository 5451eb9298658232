import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { OPERATOR_RIGHTS } from './support/operator-rights.js';
import { aCustomer } from './support/actors.js';
import { startBankedServer } from './support/banked-server.js';
import { eventually } from './support/eventually.js';
import { figuresText } from './support/figures.js';
import { anOpenRaffle } from './support/sales.js';
import { forTests } from './support/start.js';

const ROOT = path.dirname(import.meta.dirname);
const README = readFileSync(path.join(ROOT, 'deploy', 'OPERATING.md'), 'utf8');

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; description: string };
}
const { groups } = parse(readFileSync(path.join(ROOT, 'deploy', 'prometheus', 'alerts.yml'), 'utf8')) as {
  groups: { rules: Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);

interface Panel {
  id: number;
  title: string;
  description: string;
  targets: { expr: string; legendFormat: string }[];
}
const dashboard = JSON.parse(readFileSync(path.join(ROOT, 'deploy', 'grafana', 'dashboard.json'), 'utf8')) as { panels: Panel[] };

/** What Prometheus says of its own accord: whether it reached a process, under the name that the job has there. */
const OF_PROMETHEUS = ['up'];
/** Written by who scrapes. */
const OF_SCRAPING = ['instance', 'job'];
/** Recurring work that has no turn while a test lasts; its name is that of its event. */
const WORKERS_LATER = ['retention.purge', 'files.sweep'];

/** A figure as it is asked for: its name, and the labels and values that are asked for or kept apart with it. */
interface Asked {
  where: string;
  name: string;
  matchers: { label: string; values: string[] }[];
}

/** A text of PromQL without its functions, keywords and numbers leaves the names of figures. */
function askedIn(where: string, expr: string): { figures: Asked[]; groupedBy: string[] } {
  const figures = [...expr.matchAll(/\b((?:gateway|nodejs|process)_\w+|up)\b(?:\{([^}]*)\})?/g)].map(
    ([, name = '', within = '']) => ({
      where,
      name,
      matchers: [...within.matchAll(/(\w+)(?:=~|!~|!=|=)"([^"]*)"/g)].map(([, label = '', values = '']) => ({
        label,
        values: values.split('|'),
      })),
    }),
  );
  return { figures, groupedBy: [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, labels = '']) => labels.split(/, ?/)) };
}

const asked = [
  ...rules.map(({ alert, expr }) => ({ ...askedIn(alert, expr), told: '' })),
  ...dashboard.panels.flatMap(({ title, targets }) =>
    targets.map(({ expr, legendFormat }) => ({ ...askedIn(title, expr), told: legendFormat })),
  ),
];

const events = new Set([...README.matchAll(/^\| `([a-z_]+(?:\.[a-z_]+)+)` \|/gm)].map(([, event = '']) => event));

describe('what is handed to who watches the service', () => {
  const banked = forTests(startBankedServer);
  const series = new Map<string, Record<string, string>[]>();
  const types = new Map<string, string>();
  let text = '';
  beforeAll(async () => {
    const raffle = await anOpenRaffle(banked.server);
    const { token } = await aCustomer(banked.server);
    const { order } = await banked.desk.buy(token, { raffleId: raffle.id, quotaQuantity: 1, paymentProviderName: 'sandbox' });
    await banked.payAtBank(order?.qrCodeContent);
    // Every worker of five seconds and less has had its turn, and memory was collected.
    await eventually(
      async () => {
        text = await figuresText(banked.server.url);
        return (
          /worker="reconciliation.books"/.test(text) && /queue="order_payments"/.test(text) && /nodejs_gc_\w+{.*kind/.test(text)
        );
      },
      { timeoutMs: 60_000, everyMs: 500 },
    );
    for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)(?:\{(.*)\})? \S+$/gm)) {
      const table = Object.fromEntries([...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, label, value]) => [label, value]));
      series.set(name, [...(series.get(name) ?? []), table as Record<string, string>]);
    }
    for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\w+) (\w+)$/gm)) types.set(name, type);
  });

  const labelsOf = (name: string): string[] => [...new Set((series.get(name) ?? []).flatMap(Object.keys))];

  it('asks for figures that are there, by labels and values that they have', () => {
    const figures = asked.flatMap((one) => one.figures).filter(({ name }) => !OF_PROMETHEUS.includes(name));
    expect(figures.length).toBeGreaterThan(40);
    const wrong = figures.flatMap(({ where, name, matchers }) => {
      if (!series.has(name)) return [`${where}: there is no ${name}`];
      return matchers.flatMap(({ label, values }) =>
        values
          .filter((value) => !series.get(name)?.some((labels) => labels[label] === value) && !WORKERS_LATER.includes(value))
          .map((value) => `${where}: ${name} has no ${label}="${value}"`),
      );
    });
    expect(wrong).toEqual([]);
  });

  it('keeps them apart, and tells them, by labels that all of them have', () => {
    const wrong = asked.flatMap(({ figures, groupedBy, told }) =>
      [...groupedBy, ...[...told.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label)]
        .filter((label) => !OF_SCRAPING.includes(label))
        .flatMap((label) =>
          figures.filter(({ name }) => !labelsOf(name).includes(label)).map(({ where, name }) => [where, name, label]),
        ),
    );
    expect(wrong).toEqual([]);
  });

  it('asks for the growth of what only grows', () => {
    const grown = [
      ...rules.map(({ expr }) => expr),
      ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
    ]
      .flatMap((expr) => [...expr.matchAll(/\b(?:rate|increase)\((\w+)/g)])
      .map(([, name = '']) => name);
    expect(grown.length).toBeGreaterThan(10);
    const growing = (name: string) =>
      types.get(name) === 'counter'
      || ['histogram', 'summary'].includes(types.get(name.replace(/_(bucket|sum|count)$/, '')) ?? '');
    expect(grown.filter((name) => !growing(name))).toEqual([]);
  });

  it('says in every alert what to do, by events of the log that there are', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
    for (const { alert, labels, annotations } of rules) {
      expect([alert, ['page', 'ticket'].includes(labels.severity)]).toEqual([alert, true]);
      const named = [...annotations.description.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
      const known = (name: string) => events.has(name) || OPERATOR_RIGHTS.has(name) || ['err', 'path', '.failed'].includes(name);
      expect([alert, named.filter((name) => !known(name) && !name.startsWith('GET /'))]).toEqual([alert, []]);
      expect([alert, named.some((name) => events.has(name))]).toEqual([alert, true]);
    }
  });

  it('is a dashboard whose panels say what they show, each at a place of its own', () => {
    const places = dashboard.panels.map((panel) => JSON.stringify((panel as { gridPos?: unknown }).gridPos));
    expect(new Set(places).size).toBe(dashboard.panels.length);
    expect(dashboard.panels.filter(({ title, description }) => !title || !description)).toEqual([]);
  });

  it('is described in deploy/OPERATING.md figure by figure, with its labels, and nothing else is', () => {
    const rows = [...README.matchAll(/^\| `(gateway_\w+)` \| (.*?) ?\| (.+) \|$/gm)].map(
      ([, name = '', labels = '', what = '']) => ({
        name,
        labels: [...labels.matchAll(/`(\w+)`/g)].map(([, label = '']) => label).toSorted(),
        isShared: what.startsWith('db: '),
      }),
    );
    const there = [...types]
      .filter(([name]) => name.startsWith('gateway_'))
      .map(([name, type]) => {
        const found = labelsOf(type === 'histogram' ? `${name}_count` : name);
        return { name, labels: found.toSorted(), isShared: new RegExp(`^# HELP ${name} .*From the database`, 'm').test(text) };
      });
    const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
    expect(rows.toSorted(byName)).toEqual(there.toSorted(byName));
  });

  it('has a line in every alert on recurring work that its events stand for', () => {
    const workers = new Set(series.get('gateway_worker_last_success_timestamp_seconds')?.map(({ worker = '' }) => worker));
    for (const worker of [...workers, ...WORKERS_LATER]) expect([worker, events.has(`${worker}.failed`)]).toEqual([worker, true]);
  });
});
