import { Input } from '../input.ts';
import type { JsonObject } from '../json.ts';
import type { SandboxRequest } from '../server/request.ts';
import { type Fault, readFault } from './fault.ts';

interface FaultEntry {
  method: string | undefined;
  matches: (path: string) => boolean;
  fault: Fault;
  left: number;
}

/** The faults that were requested and not yet used, oldest first. */
export type Faults = ReturnType<typeof faultList>;

const maxFaults = 200;

/**
 * Creates a list without faults.
 * @param isRouted returns true for a path that is that of an operation or page
 */
export function faultList(isRouted: (method: string | undefined, path: string) => boolean) {
  let entries: FaultEntry[] = [];
  return {
    /** Takes `{match: {method?, path?}, fault, times?}`; 400 for anything else. Returns how many requests it will affect. */
    arrange(body: JsonObject): number {
      const input = new Input(body, ['match', 'fault', 'times']);
      const match = new Input(input.object('match') ?? {}, ['method', 'path'], 'match');
      const method = match.text('method', /^([A-Za-z]+|\*)$/, 'a method or *')?.toUpperCase();
      const path = match.text('path', /^[/*][\x21-\x7e]*$/, 'a path that begins with / or *');
      const fault = input.object('fault');
      if (fault === undefined) {
        throw input.wrong('fault', 'is needed');
      }
      const times = input.integer('times', 1, 1_000_000) ?? 1;
      if (entries.length >= maxFaults) {
        throw input.wrong('fault', `is one more than ${maxFaults}`);
      }
      const ownMethod = method === '*' ? undefined : method;
      const entry = {
        method: ownMethod,
        matches: pathMatcher(path ?? '*', (exact) => isRouted(ownMethod, exact)),
        fault: readFault(fault),
        left: times,
      };
      entries = [...entries, entry];
      return times;
    },
    /** Returns the fault for a request; counts as one use. */
    take(request: SandboxRequest): Fault | undefined {
      const fault = entries.find(
        ({ method, matches }) => (method === undefined || method === request.method) && matches(request.path),
      );
      if (fault === undefined) {
        return undefined;
      }
      fault.left -= 1;
      if (fault.left === 0) {
        entries = entries.filter((one) => one !== fault);
      }
      return fault.fault;
    },
    /** Returns the number of uses left. */
    count: (): number => entries.length,
    clear(): void {
      entries = [];
    },
  };
}

/**
 * Compares a path with a fault's pattern. A `*` matches any characters. If there is none, the path of an operation must be
 * equal; any other (such as `/api/conversations/`, or `/api/conversations` for GET) is the beginning of paths.
 */
function pathMatcher(pattern: string, isRouted: (path: string) => boolean): (path: string) => boolean {
  if (pattern.includes('*')) {
    const [first = '', ...others] = pattern.split('*');
    return (path) => path.startsWith(first) && followsAll(path.slice(first.length), others);
  }
  if (isRouted(pattern)) {
    return (path) => path === pattern;
  }
  const folder = pattern.endsWith('/') ? pattern : `${pattern}/`;
  return (path) => path === pattern || path.startsWith(folder);
}

/** Returns whether the text contains the parts in this order, the last at its end. */
function followsAll(text: string, parts: readonly string[]): boolean {
  const between = parts.slice(0, -1);
  const last = parts.at(-1) ?? '';
  let from = 0;
  for (const part of between) {
    const at = text.indexOf(part, from);
    if (at < 0) {
      return false;
    }
    from = at + part.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
