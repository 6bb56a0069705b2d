import { setFlagsFromString } from 'node:v8';

/**
 * Keeps the young generation of this process at its first, small size. Main passes large files on in small pieces that live
 * for microseconds: in a large young generation they pile up by the hundred megabytes before they are let go of, in a small
 * one their memory is used again at once. `npm run bench` measures both the memory and the rate (docs/measured.md).
 */
export function keepYoungGenerationSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1');
}
