import { vi } from 'vitest';
import { patienceMs } from './full-tests.ts';

const { waitFor, waitUntil } = vi;

// One process runs file after file, and this with each.
if (waitFor.name !== 'waitForPatiently') {
  vi.waitFor = function waitForPatiently(callback, options) {
    return waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
  };
  vi.waitUntil = function waitUntilPatiently(callback, options) {
    return waitUntil(callback, typeof options === 'number' ? options : { timeout: patienceMs, ...options });
  };
}
