import { mkdirSync } from 'node:fs';
import path from 'node:path';
import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

export interface Visit {
  /** Complaints of the page and its workers so far, without the expected ones. */
  complaints(): string[];
  /** Complaints that are expected from now on, such as a 404 that the test is about. */
  expects(complaint: RegExp): void;
  /** The findings of axe-core, one line for each rule: name, reason and place. */
  axe(): Promise<string[]>;
  /** Writes the whole page to `{name}.png` in SCREENSHOTS_DIR, if that is set. */
  screenshot(name: string): Promise<void>;
  /**
   * A screenshot on a light phone and on a dark desktop (`{name}-390-light.png` and `{name}-1440-dark.png`), without horizontal overflow
   * and with nothing that axe-core finds. The window is restored at the end.
   */
  everyLook(name: string): Promise<void>;
}

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
/** axe-core and pictures take long: they see each size once and each scheme once. */
const LOOKS = [
  { size: PHONE, colorScheme: 'light' },
  { size: DESK, colorScheme: 'dark' },
] as const;
/** Colours change in a transition, element by element. */
const SETTLED = `new Promise((resolve) => {
  const look = () =>
    document.getAnimations().some((one) => one instanceof CSSTransition) ? requestAnimationFrame(look) : resolve();
  requestAnimationFrame(() => requestAnimationFrame(look));
})`;
const LOOPBACK = /^(https?|wss?):\/\/(127\.0\.0\.1|localhost)[:/]/;

export function visitPages(page: Page, expected: readonly RegExp[]): Visit {
  const fine = [...expected];
  const heard: string[] = [];
  const context = page.context();
  context.on('console', (message) => {
    const { url } = message.location();
    if (message.type() === 'error') heard.push(`console: ${message.text()}${url ? ` (${url})` : ''}`);
  });
  context.on('weberror', (error) => heard.push(`uncaught: ${error.error().stack ?? error.error().message}`));
  context.on('request', (request) => {
    if (/^(http|ws)/.test(request.url()) && !LOOPBACK.test(request.url())) heard.push(`asked ${request.url()}`);
  });

  const axe = async (): Promise<string[]> => {
    // Over the debugger: the page's policy forbids a script element.
    if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(`${axeCore.source}; undefined`);
    return page.evaluate(async () => {
      interface Found {
        id: string;
        help: string;
        nodes: { target: unknown[]; failureSummary?: string }[];
      }
      const { axe: runner } = globalThis as unknown as { axe: { run(): Promise<{ violations: Found[] }> } };
      const { violations } = await runner.run();
      return violations.map(({ id, help, nodes }) => {
        const where = nodes.slice(0, 5).map(({ target }) => target.join(' '));
        const why = nodes[0]?.failureSummary?.replaceAll(/\s+/g, ' ') ?? '';
        return `${id}: ${help}, ${nodes.length} times, at ${where.join(' and ')}. ${why}`;
      });
    });
  };
  const screenshot = async (name: string): Promise<void> => {
    const folder = process.env.SCREENSHOTS_DIR;
    if (!folder) return;
    mkdirSync(folder, { recursive: true });
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
  };
  return {
    complaints: () => heard.filter((complaint) => !fine.some((pattern) => pattern.test(complaint))),
    expects: (complaint) => void fine.push(complaint),
    axe,
    screenshot,
    async everyLook(name) {
      const before = page.viewportSize();
      const wasDark = await page.evaluate<boolean>(`matchMedia('(prefers-color-scheme: dark)').matches`);
      for (const { size, colorScheme } of LOOKS) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await page.evaluate(SETTLED);
        const look = `${name}-${size.width}-${colorScheme}`;
        await screenshot(look);
        const out = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(Math.max(0, out), `pixels that stick out at the side of ${look}`).toBe(0);
        expect(await axe(), `what axe finds in ${look}`).toEqual([]);
      }
      if (before) await page.setViewportSize(before);
      await page.emulateMedia({ colorScheme: wasDark ? 'dark' : 'light' });
    },
  };
}
