import { mkdirSync } from 'node:fs';
import path from 'node:path';
import axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What a test sees of somebody's page beside what it shows. */
export interface Visit {
  /** Whatever the page and its workers complained of so far, but for what was expected. */
  complaints(): string[];
  /** What it may complain of from now on, such as an answer of 404 that the test is about. */
  expects(complaint: RegExp): void;
  /** What axe-core finds wrong with the page as it is, one line for each rule: its name, why, and where. */
  axe(): Promise<string[]>;
  /** Writes `{name}.png`, the whole page, into the folder SCREENSHOTS_DIR; nothing where that is not set. */
  screenshot(name: string): Promise<void>;
  /**
   * The page as it is on a phone and on a desk, by day and by night: nothing sticks out at its side, and pictures are made,
   * `{name}-390-light.png` and so on. axe-core finds nothing on a phone by day and on a desk by night. As wide and as bright as it was, it
   * is left.
   */
  everyLook(name: string): Promise<void>;
}

const PHONE = { width: 390, height: 844 };
const DESK = { width: 1440, height: 900 };
/** Of the four, axe-core sees each size once and each scheme once: it takes the longest. */
const LOOKS = [
  { size: PHONE, colorScheme: 'light', isForAxe: true },
  { size: PHONE, colorScheme: 'dark', isForAxe: false },
  { size: DESK, colorScheme: 'light', isForAxe: false },
  { size: DESK, colorScheme: 'dark', isForAxe: true },
] as const;
/** Colours go over to others, one element after the one that it takes them from. */
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
    // By the debugger: as an element the page's policy would forbid it.
    await page.evaluate(`${axeCore.source}; undefined`);
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
      for (const { size, colorScheme, isForAxe } of LOOKS) {
        await page.setViewportSize(size);
        await page.emulateMedia({ colorScheme });
        await page.evaluate(SETTLED);
        const look = `${name}-${size.width}-${colorScheme}`;
        await screenshot(look);
        const out = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
        expect(Math.max(0, out), `pixels that stick out at the side of ${look}`).toBe(0);
        if (isForAxe) expect(await axe(), `what axe finds in ${look}`).toEqual([]);
      }
      if (before) await page.setViewportSize(before);
      await page.emulateMedia({ colorScheme: wasDark ? 'dark' : 'light' });
    },
  };
}
