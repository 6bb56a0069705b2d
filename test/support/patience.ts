import { vi } from 'vitest';

/** How long tests wait for a condition by default, in milliseconds: more than vitest's one second, for busy machines. */
const patienceMs = Number(process.env.ASSAY_TEST_PATIENCE_MS ?? 30_000);

const { waitFor, waitUntil } = vi;

vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
vi.waitUntil = (callback, options) =>
  waitUntil(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
