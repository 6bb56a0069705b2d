/** Properties that the language itself and test tools look up. */
const asked = new Set<string | symbol>([
  'then',
  'toJSON',
  'asymmetricMatch',
  'nodeType',
  'tagName',
  '$$typeof',
]);

/** A strict double: using a member it does not have throws, so that no test passes because of `undefined`. */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(inner, key, receiver) {
      if (key in inner || typeof key === 'symbol' || asked.has(key)) {
        return Reflect.get(inner, key, receiver);
      }
      throw new Error(`The double of Electron has no ${name}.${key}: double it, or do without it.`);
    },
    set(inner, key, value) {
      // An emitter stores its listeners in itself.
      if (typeof key !== 'string' || key.startsWith('_')) {
        return Reflect.set(inner, key, value);
      }
      throw new Error(`The double of Electron does not let ${name}.${String(key)} be set.`);
    },
  });
}

/** Values as they cross between processes: by structured clone, without functions and prototypes. */
export function cross<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch (error) {
    throw new Error('An object could not be cloned.', { cause: error });
  }
}

/** An Electron event whose default can be prevented. */
export interface DoubleEvent {
  preventDefault(): void;
  defaultPrevented: boolean;
}

export function createEvent<T extends object>(facts: T): T & DoubleEvent {
  let prevented = false;
  return Object.defineProperties(
    {
      ...facts,
      preventDefault: () => {
        prevented = true;
      },
      defaultPrevented: false,
    },
    { defaultPrevented: { get: () => prevented } },
  );
}
