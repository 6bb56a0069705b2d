import { vi } from 'vitest';

/** How long a test waits for a condition unless it says otherwise, in milliseconds: a busy machine needs more than the one second of vitest. */
const patienceMs = 15_000;

const { waitFor, waitUntil } = vi;

vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
vi.waitUntil = (callback, options) =>
  waitUntil(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
