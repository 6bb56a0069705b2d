/**
 * Copies values as Electron's context bridge does: without prototypes, with functions as proxies that copy arguments and results, new
 * promises, frozen objects, and without symbols (docs/api/context-bridge.md, "Parameter / Error / Return Type support").
 */
export function expose(value: unknown): unknown {
  return copy(value, true, 0);
}

function copy(value: unknown, freeze: boolean, depth: number): unknown {
  if (depth > 1000) {
    throw new Error('Electron contextBridge recursion depth exceeded.');
  }
  if (typeof value === 'symbol') {
    return undefined;
  }
  if (typeof value === 'function') {
    return proxied(value as (...given: unknown[]) => unknown, depth);
  }
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  if (isPromise(value)) {
    return new Promise((resolve, reject) => {
      value.then(
        (result) => resolve(copy(result, false, depth + 1)),
        (error: unknown) => reject(bareError(error)),
      );
    });
  }
  if (value instanceof Error) {
    return bareError(value);
  }
  if (Array.isArray(value)) {
    const list = value.map((item) => copy(item, freeze, depth + 1));
    return freeze ? Object.freeze(list) : list;
  }
  if (isPlain(value)) {
    const object: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) {
      object[key] = copy(member, freeze, depth + 1);
    }
    return freeze ? Object.freeze(object) : object;
  }
  return structuredClone(value);
}

function proxied(inner: (...given: unknown[]) => unknown, depth: number): (...given: unknown[]) => unknown {
  return (...given) => {
    try {
      return copy(inner(...given.map((argument) => copy(argument, false, depth + 1))), false, depth + 1);
    } catch (error) {
      throw bareError(error);
    }
  };
}

/** Only the message of an error crosses. */
function bareError(error: unknown): Error {
  return new Error(error instanceof Error ? error.message : String(error));
}

function isPromise(value: object): value is Promise<unknown> {
  return 'then' in value && typeof value.then === 'function';
}

/** Objects and class instances are copied by their own members; types that structured clone supports are cloned. */
function isPlain(value: object): boolean {
  return Object.prototype.toString.call(value) === '[object Object]';
}
