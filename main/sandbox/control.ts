import { timingSafeEqual } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { controlCommands } from './control-commands.ts';
import { applyFault } from './faults/apply-fault.ts';
import { type Faults, faultList } from './faults/faults.ts';
import { isObject, type JsonObject } from './json.ts';
import type { Extension } from './sandbox.ts';
import { badRequest, notFound, Refusal } from './server/errors.ts';
import { isLocal } from './server/origin.ts';
import type { SandboxRequest } from './server/request.ts';
import { jsonResponse, type SandboxResponse } from './server/response.ts';
import { findRoute, type Handler, type Route, route } from './server/routing.ts';
import type { World } from './world.ts';

/** The time a command waits for the callbacks it caused, so that they can be read from /deliveries at once. */
const callbackWaitMs = 2000;

/**
 * Commands that play the part of the service and the end user, under `/control/{key}`. Without the key
 * there is a 404, and no web page may use them even with it.
 */
export function controlExtension(key: string): (world: World) => Extension {
  return (world) => {
    const faults = faultList();
    const routes = controlCommands.map(({ method, path, run }) =>
      route(method, path, handlerOf(run, faults)),
    );
    return async (request, next) => {
      const inside = pathUnder(`/control/${key}`, request.path);
      if (inside !== undefined) {
        return command(world, routes, request, inside);
      }
      const fault = faults.take(request);
      return fault === undefined ? next() : applyFault(world, fault, next);
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
  const patience = wait(callbackWaitMs, undefined, { ref: false });
  await Promise.race([world.clock.settled(), patience]);
  return response;
}

function handlerOf(run: (typeof controlCommands)[number]['run'], faults: Faults): Handler {
  return async (world, request, parameters) => {
    const body = request.method === 'POST' ? await bodyOf(request) : {};
    const result = await run({ world, faults, body, parameters });
    return jsonResponse(200, result);
  };
}

/** Returns the body as an object; no body counts as an empty one. */
async function bodyOf(request: SandboxRequest): Promise<JsonObject> {
  const text = await request.text();
  if (text.trim() === '') {
    return {};
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) {
      return value;
    }
  } catch {
    throw badRequest('The body is not valid JSON');
  }
  throw badRequest('The body must be a JSON object');
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
