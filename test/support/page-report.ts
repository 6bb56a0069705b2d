import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** The most characters of a page's text in a report. */
const maxText = 1_500;
/** How long a page may take to describe itself, in milliseconds. */
const withinMs = 5_000;

interface ReportedPage {
  page: Page;
  complaints: string[];
}

const openPages = new Set<ReportedPage>();
/** The texts of pages that were closed during the current test. */
const closedPages: string[] = [];

/** Includes a page in the report of a failed test. Call the result before the page is closed. */
export function reportPage(page: Page, complaints: string[]): () => Promise<void> {
  const reported = { page, complaints };
  openPages.add(reported);
  return async () => {
    if (openPages.delete(reported)) {
      closedPages.push(await description(reported));
    }
  };
}

export function forgetClosedPages(): void {
  closedPages.length = 0;
}

/** Returns the text of each page of this test, now or when it was closed, with the location of a screenshot where it is still open. */
export async function pageReports(): Promise<string> {
  const open = await Promise.all([...openPages].map(descriptionWithPicture));
  return [...closedPages, ...open].join('\n\n');
}

async function descriptionWithPicture(reported: ReportedPage): Promise<string> {
  const directory = process.env.ASSAY_SCREENSHOTS ?? (await mkdtemp(join(tmpdir(), 'assay-failed-')));
  const path = join(directory, `failed-${process.pid}-${Date.now()}.png`);
  const picture = await reported.page.screenshot({ path, timeout: withinMs }).then(
    () => `Screenshot: ${path}`,
    (error: Error) => `No screenshot: ${firstLine(error)}`,
  );
  return `${await description(reported)}\n${picture}`;
}

async function description({ page, complaints }: ReportedPage): Promise<string> {
  const text = await page
    .locator('body')
    .innerText({ timeout: withinMs })
    .catch((error: Error) => `(not readable: ${firstLine(error)})`);
  const lines = [`The page ${page.url()} showed:`, text.replaceAll(/\n+/g, ' | ').slice(0, maxText)];
  return [...lines, ...complaints.slice(-5).map((complaint) => `Reported by the page: ${complaint}`)].join(
    '\n',
  );
}

function firstLine({ message }: Error): string {
  return message.split('\n', 1)[0] ?? '';
}
