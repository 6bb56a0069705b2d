import type { Segment } from './structure.ts';

/** Returns a path as a JSONPath query (RFC 9535) that selects this value alone, such as `$.result.aml.found[0]`. */
export function pathText(segments: readonly Segment[]): string {
  return `$${segments.map(segmentText).join('')}`;
}

function segmentText(segment: Segment): string {
  if (typeof segment === 'number') {
    return `[${segment}]`;
  }
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}
