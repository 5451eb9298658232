import { accessSync, constants } from 'node:fs';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect } from 'vitest';
import { visitPages, type Visit } from './browser-visit.js';

/** Default: a phone, light, Portuguese. */
export interface VisitorOptions {
  /** Window size in CSS pixels. Default 390 by 844. */
  width?: number;
  height?: number;
  dark?: boolean;
  /** The browser's language. Default `pt-BR`. */
  locale?: string;
  offline?: boolean;
  /** Stored for pages before they run, by origin, such as a session. */
  localStorage?: { origin: string; entries: Record<string, string> };
  expects?: RegExp[];
}

export interface Visitor extends Visit {
  page: Page;
  context: BrowserContext;
}

export type Visitors = (options?: VisitorOptions) => Promise<Visitor>;

const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'];
/** Timeout of one click, wait or load; a test has 30 seconds. */
const DEADLINE_MS = 10_000;
const FLAGS = [
  // Only this machine answers.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  // Chromium does not run as root with a sandbox.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

const executable = findChromium();
if (!executable) console.warn(`There is none of ${NAMES.join(', ')}: tests in a browser are skipped. CHROMIUM_PATH names one.`);

/**
 * The tests of a file in a real Chromium, once in a file; skipped without one. `visitor` opens a page in a new context. A test fails for
 * every complaint that was not expected: console errors, uncaught errors, violations of the content security policy, and requests to
 * other machines.
 */
export function inChromium(name: string, tests: (visitor: Visitors) => void): void {
  describe.skipIf(!executable)(`in Chromium: ${name}`, () => {
    let browser: Browser;
    const here: Visitor[] = [];

    beforeAll(async () => {
      browser = await chromium.launch({ executablePath: executable, args: FLAGS, timeout: DEADLINE_MS * 2 });
    });
    afterEach(async () => {
      const left = here.splice(0);
      for (const { context } of left) await context.close();
      expect(
        left.flatMap(({ complaints }) => complaints()),
        'what pages complained of',
      ).toEqual([]);
    });
    // Undefined when it did not start.
    afterAll(async () => (browser as Browser | undefined)?.close());

    tests(async (options = {}) => {
      const visitor = await enter(browser, options);
      here.push(visitor);
      return visitor;
    });
  });
}

async function enter(browser: Browser, options: VisitorOptions): Promise<Visitor> {
  const { width = 390, height = 844, dark = false, locale = 'pt-BR', offline = false, localStorage, expects = [] } = options;
  const stored = localStorage && {
    cookies: [],
    origins: [
      {
        origin: localStorage.origin,
        localStorage: Object.entries(localStorage.entries).map(([name, value]) => ({ name, value })),
      },
    ],
  };
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    locale,
    offline,
    timezoneId: 'America/Sao_Paulo',
    reducedMotion: 'reduce',
    // Only this machine answers.
    ignoreHTTPSErrors: true,
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(stored && { storageState: stored }),
  });
  context.setDefaultTimeout(DEADLINE_MS);
  const page = await context.newPage();
  return { page, context, ...visitPages(page, expects) };
}

/** CHROMIUM_PATH, which must then exist, else the first on the PATH. */
function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH;
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH names ${named}, which cannot be started.`);
    return named;
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
