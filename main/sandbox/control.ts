import { timingSafeEqual } from 'node:crypto';
import { controlCommands } from './control-commands.ts';
import { readObject } from './operations/create.ts';
import type { Extension } from './sandbox.ts';
import { notFound, Refusal } from './server/errors.ts';
import { isLocal } from './server/origin.ts';
import type { SandboxRequest } from './server/request.ts';
import { jsonResponse, type SandboxResponse } from './server/response.ts';
import { findRoute, type Handler, type Route, route } from './server/routing.ts';
import type { World } from './world.ts';

/**
 * Commands that play the part of the service and the end user, under `/control/{key}`. Without the key
 * there is a 404, and no web page may use them even with it.
 */
export function controlExtension(key: string): (world: World) => Extension {
  return (world) => {
    const routes = controlCommands.map(({ method, path, run }) => route(method, path, handlerOf(run)));
    return async (request, next) => {
      const inside = pathUnder(`/control/${key}`, request.path);
      return inside === undefined ? next() : command(world, routes, request, inside);
    };
  };
}

async function command(
  world: World,
  routes: readonly Route[],
  request: SandboxRequest,
  path: string,
): Promise<SandboxResponse> {
  if (!isLocal(request, world.baseUrl) || request.headers.origin !== undefined) {
    throw new Refusal(403, 'Control takes no calls from web pages, and none under another host name');
  }
  const route = findRoute(routes, request.method, path);
  if (route === undefined) {
    throw notFound(`Control knows no ${request.method} ${path.slice(0, 200)}`);
  }
  const response = await route.handler(world, request, route.parameters);
  await world.callbacksSent();
  return response;
}

function handlerOf(run: (typeof controlCommands)[number]['run']): Handler {
  return async (world, request, parameters) => {
    const body = request.method === 'POST' ? await readObject(request, { empty: '{}' }) : {};
    const result = await run({ world, body, parameters });
    return jsonResponse(200, result);
  };
}

/** Returns the rest of a path under a prefix that is compared in constant time; undefined when it is not under it. */
function pathUnder(prefix: string, path: string): string | undefined {
  const head = Buffer.from(path).subarray(0, prefix.length);
  const expectedBytes = Buffer.from(prefix);
  if (head.length !== expectedBytes.length || !timingSafeEqual(head, expectedBytes)) {
    return undefined;
  }
  const rest = path.slice(prefix.length);
  return rest === '' || rest.startsWith('/') ? rest : undefined;
}
