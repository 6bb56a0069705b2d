import type { World } from '../world.ts';
import { badRequest } from './errors.ts';
import type { SandboxRequest } from './request.ts';
import type { SandboxResponse } from './response.ts';

/** Handles a request; the path's parameters are decoded. */
export type Handler = (
  world: World,
  request: SandboxRequest,
  parameters: Parameters,
) => SandboxResponse | Promise<SandboxResponse>;

/** The values of a path's parameters. */
export class Parameters {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string>) {
    this.#values = values;
  }

  get(name: string): string {
    const value = this.#values.get(name);
    if (value === undefined) {
      throw new Error(`The route has no parameter ${name}`);
    }
    return value;
  }
}

export interface Route {
  method: string;
  segments: readonly string[];
  handler: Handler;
}

/** Returns a route from a template such as `/api/conversations/{conversationId}`. */
export function route(method: string, template: string, handler: Handler): Route {
  return { method, segments: template.split('/'), handler };
}

/** Finds the route a call takes and its parameters, or undefined when there is none. 400 when the path is wrongly encoded. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { handler: Handler; parameters: Parameters } | undefined {
  const parts = path.split('/');
  for (const { method: routeMethod, segments, handler } of routes) {
    if (routeMethod !== method || segments.length !== parts.length) {
      continue;
    }
    const values = matchSegments(segments, parts);
    if (values !== undefined) {
      return { handler, parameters: new Parameters(values) };
    }
  }
  return undefined;
}

function matchSegments(
  segments: readonly string[],
  parts: readonly string[],
): Map<string, string> | undefined {
  const values = new Map<string, string>();
  for (const [index, segment] of segments.entries()) {
    const part = parts[index] ?? '';
    if (segment.startsWith('{')) {
      if (part === '') {
        return undefined;
      }
      values.set(segment.slice(1, -1), decode(part));
    } else if (segment !== part) {
      return undefined;
    }
  }
  return values;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badRequest('The path is not correctly percent-encoded');
  }
}
