import { fileURLToPath } from 'node:url';
import { utilityProcess } from 'electron';
import type { KeytarChild } from '../../keychain/keytar-process.ts';

/** Starts keytar in a utility process: a packaged Electron cannot run as Node. Only after `ready`. */
export function startKeytar(): KeytarChild {
  const child = utilityProcess.fork(
    fileURLToPath(new URL('../../keychain/keytar-worker.ts', import.meta.url)),
    [],
    {
      // Options of this process, such as those for a debugger, are not passed on.
      execArgv: [],
      serviceName: 'Keychain',
      stdio: 'ignore',
    },
  );
  // A fatal error of its runtime; `exit` follows.
  child.on('error', () => undefined);
  return {
    send: (call) => child.postMessage(call),
    onReply: (listener) => void child.removeAllListeners('message').on('message', listener),
    onExit: (listener) => void child.removeAllListeners('exit').on('exit', listener),
    kill: () => void child.kill(),
  };
}
