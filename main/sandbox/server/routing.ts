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

/** The values of a path's parameters, by those that templates have. */
export type Parameters = Readonly<Record<'conversationId' | 'id' | 'next', string>>;

export interface Route {
  method: string;
  path: RegExp;
  handler: Handler;
}

/** Returns a route from a template such as `/api/conversations/{conversationId}`. */
export function route(method: string, template: string, handler: Handler): Route {
  return { method, path: new RegExp(`^${template.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`), handler };
}

/** Finds the route a call takes and its parameters, or undefined when there is none. 400 when the path is wrongly encoded. */
export function findRoute(
  routes: readonly Route[],
  method: string,
  path: string,
): { handler: Handler; parameters: Parameters } | undefined {
  for (const { method: routeMethod, path: pattern, handler } of routes) {
    const match = routeMethod === method ? pattern.exec(path) : null;
    if (match) {
      const values = Object.entries(match.groups ?? {}).map(([name, value]) => [name, decode(value)]);
      return { handler, parameters: Object.fromEntries(values) };
    }
  }
  return undefined;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badRequest('The path is not correctly percent-encoded');
  }
}
