import type { Flag } from '../../../preload/contract/service/reading.ts';
import { counted } from '../../../preload/wording/terms.ts';
import { memberPath } from './paths.ts';
import type { Problem } from './problems.ts';
import type { InexactPlace } from './truncate.ts';

type Container = Record<PropertyKey, unknown> | unknown[];

export type InvalidRemover = ReturnType<typeof createInvalidRemover>;

/** Removes what the schema rejects and flags it. The items of a list move up, but paths keep naming the original positions. */
export function createInvalidRemover(root: Record<string, unknown>, inexact: readonly InexactPlace[]) {
  /** For each list with removed items: the original positions of the others. */
  const firstPlaces = new Map<unknown[], number[]>();

  const pathText = (path: readonly PropertyKey[]): string => {
    let text = '';
    let at: unknown = root;
    for (const step of path) {
      if (Array.isArray(at)) {
        text += `[${firstPlaces.get(at)?.[Number(step)] ?? String(step)}]`;
      } else {
        text = memberPath(text, String(step));
      }
      at = isContainer(at) ? child(at, step) : undefined;
    }
    return text;
  };

  const stepNow = ({ container, step }: InexactPlace): string | number | undefined => {
    const now = Array.isArray(container) ? (firstPlaces.get(container)?.indexOf(Number(step)) ?? step) : step;
    return Object.hasOwn(container, now) ? now : undefined;
  };
  const texts = new Map<Container, Map<PropertyKey, string>>();
  for (const { container, step, text } of inexact) {
    texts.set(container, (texts.get(container) ?? new Map<PropertyKey, string>()).set(step, text));
  }
  const sourceText = (container: Container, step: PropertyKey): string | undefined => {
    const first = Array.isArray(container) ? (firstPlaces.get(container)?.[Number(step)] ?? step) : step;
    return texts.get(container)?.get(first);
  };

  const removeAt = (problems: Problem[]): Flag[] => {
    const flags: Flag[] = [];
    const toRemove = new Map<Container, Set<PropertyKey>>();
    for (const { path, expected } of problems) {
      const { container, step, value, lacking } = place(root, path);
      if (container === undefined) {
        continue;
      }
      // Null counts as absent; only a missing member is reported as missing.
      if (value !== null || Array.isArray(container)) {
        const place = lacking === undefined ? path : path.slice(0, -1);
        flags.push({
          path: pathText(place),
          expected: lacking === undefined ? expected : `an object with ${lacking}`,
          found:
            typeof value === 'number'
              ? shortText(sourceText(container, step) ?? String(value))
              : short(value),
        });
      }
      const steps = toRemove.get(container) ?? new Set();
      toRemove.set(container, steps.add(step));
    }
    for (const [container, steps] of toRemove) {
      remove(container, steps, firstPlaces);
    }
    return flags;
  };
  return {
    /** Removes the members that these problems are about. */
    removeAt,
    /** The present position of a member; undefined after it was removed. */
    stepNow,
  };
}

interface Place {
  container: Container | undefined;
  step: PropertyKey;
  value: unknown;
  /** The name of a required member that is missing; the position is then its owner's. */
  lacking?: string;
}

/** Returns the member to remove for a problem or, when a required one is missing, its owner. */
function place(root: Record<string, unknown>, path: readonly PropertyKey[]): Place {
  let container: Container = root;
  const owners: Container[] = [];
  for (const step of path.slice(0, -1)) {
    owners.push(container);
    const next: unknown = child(container, step);
    if (!isContainer(next)) {
      return { container: undefined, step, value: undefined };
    }
    container = next;
  }
  const step = path.at(-1);
  if (step === undefined) {
    return { container: undefined, step: '', value: undefined };
  }
  const value = child(container, step);
  if (value !== undefined) {
    return { container, step, value };
  }
  const ownerStep = path.at(-2);
  return { container: owners.at(-1), step: ownerStep ?? '', value: container, lacking: String(step) };
}

function remove(container: Container, steps: Set<PropertyKey>, firstPlaces: Map<unknown[], number[]>): void {
  if (!Array.isArray(container)) {
    for (const step of steps) {
      delete container[step];
    }
    return;
  }
  const places = firstPlaces.get(container) ?? container.map((_, index) => index);
  const stays = (_: unknown, index: number) => !steps.has(index);
  firstPlaces.set(container, places.filter(stays));
  container.splice(0, container.length, ...container.filter(stays));
}

function child(container: Container, step: PropertyKey): unknown {
  return Object.hasOwn(container, step) ? (container as Record<PropertyKey, unknown>)[step] : undefined;
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

/** Returns a value in short: as JSON, or the number of its parts. */
function short(value: unknown): string {
  if (Array.isArray(value)) {
    return `a list of ${counted(value.length, 'item')}`;
  }
  if (isContainer(value)) {
    return `an object with ${counted(Object.keys(value).length, 'member')}`;
  }
  return shortText(JSON.stringify(value));
}

function shortText(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
