/** What must never be asked of a value by name, yet is by the language itself and by test tools. */
const asked = new Set<string | symbol>([
  'then',
  'toJSON',
  'asymmetricMatch',
  'nodeType',
  'tagName',
  '$$typeof',
]);

/**
 * A double that does only what it says: asking it for anything it does not have throws, so that nothing passes a test by
 * being `undefined`.
 */
export function strict<T extends object>(name: string, target: T): T {
  return new Proxy(target, {
    get(inner, key, receiver) {
      if (key in inner || typeof key === 'symbol' || asked.has(key)) {
        return Reflect.get(inner, key, receiver);
      }
      throw new Error(`The double of Electron has no ${name}.${key}: double it, or do without it.`);
    },
    set(inner, key, value) {
      // An emitter keeps its listeners in itself.
      if (typeof key !== 'string' || key.startsWith('_')) {
        return Reflect.set(inner, key, value);
      }
      throw new Error(`The double of Electron does not let ${name}.${String(key)} be set.`);
    },
  });
}

/** Values as they cross between processes: by structured clone, so functions and foreign prototypes do not. */
export function cross<T>(value: T): T {
  try {
    return structuredClone(value);
  } catch (error) {
    throw new Error('An object could not be cloned.', { cause: error });
  }
}

/** An event whose default can be prevented, as Electron gives it to listeners. */
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
