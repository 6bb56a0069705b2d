import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import type { Plugin } from 'vite';
import { defineProject } from 'vitest/config';
import renderer from '../../renderer/vite.config.ts';
import { browserFlags, headlessPath } from '../support/browser.ts';
import { fullTests, patienceMs, tags, testTimeout } from '../support/full-tests.ts';
import { mainForPage } from '../support/main-for-page.ts';

const production = JSON.stringify('production');

/** Leaves the source maps of libraries out: they are several times as large as the libraries, and stand in each of their files. */
const noMapsOfLibraries: Plugin = {
  name: 'no-maps-of-libraries',
  enforce: 'post',
  transform: { filter: { id: /node_modules/ }, handler: (code) => ({ code, map: { mappings: '' } }) },
};

/** The window's own parts in a page, on a fake bridge: no main, no build, no console. */
export default defineProject({
  root: import.meta.dirname,
  cacheDir: join(import.meta.dirname, '../../node_modules/.vite/components'),
  // Without the plugin of React, which adds what only development needs.
  plugins: [
    ...(renderer.plugins?.filter((plugin) => !Array.isArray(plugin)) ?? []),
    mainForPage(),
    noMapsOfLibraries,
  ],
  oxc: { jsx: { runtime: 'automatic', development: false } },
  // React as the product has it: its other build takes several times as long.
  define: { 'process.env.NODE_ENV': production },
  // Every library that the window loads at its start: one that Vite finds while tests run makes it load their page again.
  optimizeDeps: {
    noDiscovery: true,
    include: [
      'react',
      'react/jsx-runtime',
      'react-dom',
      'react-dom/client',
      'zustand',
      'zustand/vanilla',
      '@mantine/core',
      '@mantine/form',
      '@mantine/hooks',
      '@tabler/icons-react',
      '@tanstack/react-query',
      '@tanstack/react-virtual',
      'axe-core',
      'lru-cache',
      'p-limit',
      'pdfjs-dist',
      'pdfjs-dist/web/pdf_viewer.mjs',
      'qrcode.react',
      'zod',
      'zod/mini',
    ],
    rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': production } } },
  },
  test: {
    name: 'components',
    include: ['**/*.test.tsx'],
    exclude: fullTests ? [] : ['**/*.all.test.tsx'],
    // Each page runs file after file, so that it loads the window's modules once; spies end with their test.
    isolate: false,
    // One page for each of the processors that CI has.
    maxWorkers: 2,
    // Projects of one run that have other numbers of workers follow one another: `npm run check` runs this one with the shared process.
    sequence: { groupOrder: 1 },
    restoreMocks: true,
    tags,
    provide: { fullTests },
    testTimeout,
    expect: { poll: { timeout: patienceMs } },
    setupFiles: ['../support/patience.ts'],
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions: { executablePath: headlessPath(), args: browserFlags },
        contextOptions: { locale: 'en-GB', timezoneId: 'Europe/Warsaw', reducedMotion: 'reduce' },
        actionTimeout: 30_000,
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 800 },
      // Names and texts are found as they are in journeys.
      locators: { exact: false },
      screenshotFailures: false,
    },
  },
});
