/** A real browser: the Chromium of this machine. playwright-core, which drives it, contains no browser. */
import { fileURLToPath } from 'node:url';

import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import axe from 'axe-core';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';

import { PATIENCE_MS } from '../eventually.js';
import { findOnPath } from '../find-on-path.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const IMAGES = fileURLToPath(new URL('../../../docs/images/', import.meta.url));

function findBrowser(): string | undefined {
  const given = process.env['MCP_TASKS_TEST_CHROMIUM'];
  if (given !== undefined) return given;
  for (const name of NAMES) {
    const path = findOnPath(name);
    if (path !== undefined) return path;
  }
  return undefined;
}

const path = findBrowser();

const chosen = path === undefined ? describe.skip : describe;

/** Defines tests that run only if there is a browser. Otherwise the title says which package to install. */
export function describeWithBrowser(name: string, tests: () => void): void {
  if (path !== undefined) chosen(name, tests);
  else chosen(`${name} (skipped: no Chromium; on Debian, "apt-get install chromium")`, tests);
}

/** A person's browser, with cookies and storage of its own. */
export interface Person {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Errors of the browser: failed scripts, dialogs, and violations of the Content Security Policy. */
  readonly complaints: readonly string[];
}

/** Gives a test file browsers, each for one person. They are closed after the last test. */
export function withBrowser(): (options?: BrowserContextOptions) => Promise<Person> {
  let browser: Browser | undefined;
  const contexts: BrowserContext[] = [];
  beforeAll(async () => {
    if (path === undefined) return;
    // Chromium's sandbox does not work in containers. There is no user to protect from these pages.
    browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox'] });
  });
  afterAll(async () => {
    await Promise.all(contexts.map(async (context) => context.close()));
    await browser?.close();
  });
  return async (options = {}) => {
    if (!browser) throw new Error('The browser is there in tests only.');
    const context = await browser.newContext({
      viewport: { width: 800, height: 700 },
      locale: 'en-GB',
      timezoneId: 'UTC',
      ...options,
    });
    context.setDefaultTimeout(PATIENCE_MS / 2);
    contexts.push(context);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('console', (message) => {
      // An HTTP error status also appears in the console, but is no complaint.
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
        complaints.push(message.text());
      }
    });
    page.on('dialog', (dialog) => {
      complaints.push(`A dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    return { context, page, complaints };
  };
}

/** Checks a page by the rules of axe, in light and in dark colours. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Evaluates the script instead of loading it, which the page's policy would forbid.
    await page.evaluate(axe.source);
    const found = await page.evaluate<axe.AxeResults>('axe.run()');
    const violations = found.violations.map(
      ({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
    expect(violations).toStrictEqual([]);
    expect(found.passes.length).toBeGreaterThan(5);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

/** Returns true if the page fits the width of the window. */
export async function isWithinWidth(page: Page): Promise<boolean> {
  const overflow = await page.evaluate(
    'document.documentElement.scrollWidth - document.documentElement.clientWidth',
  );
  return overflow === 0;
}

/** Writes a screenshot for the documents if `MCP_TASKS_SCREENSHOTS` is set. */
export async function takePicture(page: Page, name: string): Promise<void> {
  if (process.env['MCP_TASKS_SCREENSHOTS'] === undefined) return;
  await page.screenshot({ path: `${IMAGES}${name}.png`, animations: 'disabled' });
}
