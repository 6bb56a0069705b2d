import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { runInNewContext } from 'node:vm';
import { expose } from './context-bridge.ts';
import { cross, strict } from './strict.ts';

/** Carries a page's messages to main. */
export interface PageLine {
  invoke(channel: string, given: unknown[]): Promise<unknown>;
  send(channel: string, given: unknown[]): void;
}

/** One load of a page: its isolated preload world, and what that exposed to the page. */
export interface PreloadWorld {
  /** The members that the page finds on `window`. */
  exposed: Record<string, unknown>;
  /** Delivers a message from main. */
  hear(channel: string, given: unknown[]): void;
}

/** The modules that a sandboxed preload may require besides `electron`, according to Electron's documentation of process sandboxing. */
const allowed = new Set(['events', 'timers', 'url', 'node:events', 'node:timers', 'node:url']);

/**
 * The `process` of a sandboxed preload: an emitter with a few properties and no access to Node (docs/tutorial/sandbox.md, "Preload
 * scripts"; electron.d.ts, `Process`).
 */
function polyfilledProcess(): NodeJS.Process {
  const { arch, platform, env, pid, versions } = process;
  const facts = {
    arch,
    platform,
    env,
    pid,
    versions,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
  };
  return Object.assign(new EventEmitter(), facts) as unknown as NodeJS.Process;
}

/** Runs a preload script like a sandboxed renderer: CommonJS, in its own world, with only polyfilled parts of Node. */
export function runPreload(path: string, line: PageLine): PreloadWorld {
  const exposed: Record<string, unknown> = {};
  const heard = new EventEmitter();
  const contextBridge = {
    exposeInMainWorld(key: string, api: unknown) {
      if (Object.hasOwn(exposed, key)) {
        throw new Error('Cannot bind an API on top of an existing property on the window object');
      }
      exposed[key] = expose(api);
    },
  };
  const ipcRenderer = Object.assign(heard, {
    invoke: (channel: string, ...given: unknown[]) => line.invoke(channel, cross(given)),
    send: (channel: string, ...given: unknown[]) => line.send(channel, cross(given)),
  });
  const electron = strict('preload electron', {
    contextBridge: strict('contextBridge', contextBridge),
    ipcRenderer: strict('ipcRenderer', ipcRenderer),
  });
  const load = createRequire(import.meta.url);
  const require = (name: string) => {
    if (name === 'electron') {
      return electron;
    }
    if (allowed.has(name)) {
      return load(name);
    }
    throw new Error(`module not found: ${name}`);
  };
  const module = { exports: {} };
  runInNewContext(
    readFileSync(path, 'utf8'),
    {
      require,
      module,
      exports: module.exports,
      console,
      Promise,
      process: polyfilledProcess(),
      Buffer,
      setImmediate,
      clearImmediate,
      setTimeout,
      clearTimeout,
      queueMicrotask,
      structuredClone,
    },
    { filename: path },
  );
  return {
    exposed,
    hear: (channel, given) => void heard.emit(channel, {}, ...cross(given)),
  };
}
