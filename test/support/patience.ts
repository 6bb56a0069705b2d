import { vi } from 'vitest';

/** How long tests wait for a condition by default, in milliseconds: more than vitest's one second, for busy machines. */
const patienceMs = Number(process.env.ASSAY_TEST_PATIENCE_MS ?? 30_000);

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
