import { expect, test } from 'vitest';
import { threadCpuMs } from '../support/thread-watch.ts';
import { repeated, sound, sources, units } from './importer-inputs.ts';

test.each(Object.entries(sources))(
  'the importer of %s takes bounded time for a megabyte of anything',
  { timeout: 60_000 },
  (_, source) => {
    for (const unit of units) {
      for (const begin of [source, source.slice(0, source.length >> 1), '']) {
        const large = repeated(begin, unit, 1_000_000);
        const took = threadCpuMs(() => sound(large));
        expect(took, `${JSON.stringify(unit)} after ${begin.length} characters`).toBeLessThan(1500);
      }
    }
  },
);
