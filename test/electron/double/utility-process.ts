import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { ForkOptions } from 'electron';
import type { DoubleApp } from './app.ts';
import { cross, strict } from './strict.ts';

/** Gives a script `process.parentPort`, as the runtime does (Electron's `lib/utility/init.ts`), over Node's own channel. */
const parentPort = `
  import { EventEmitter } from 'node:events';
  const port = new EventEmitter();
  port.postMessage = (message) => process.send(message);
  process.on('message', (data) => port.emit('message', { data, ports: [] }));
  process.parentPort = port;
`;

/** `utilityProcess` on a child process of Node: only after `ready`, by an absolute path, and silent after its exit. */
export function doubleUtilityProcess(app: DoubleApp) {
  return strict('utilityProcess', {
    fork(modulePath: string, args: string[] = [], options: ForkOptions = {}): object {
      app.mustBeReady('utilityProcess.fork()');
      if (!isAbsolute(modulePath) || !existsSync(modulePath)) {
        throw new Error(`The double of Electron starts files only: ${modulePath}`);
      }
      const execArgv = ['--import', `data:text/javascript,${encodeURIComponent(parentPort)}`];
      // The runtime prepares this process, too, to read archives (`archive.ts`).
      const archives = process.execArgv.find((argument) => argument.endsWith('/double/archive.ts'));
      execArgv.push(...(archives === undefined ? [] : ['--import', archives]));
      const child = fork(modulePath, args, {
        execArgv: [...execArgv, ...(options.execArgv ?? [])],
        env: { ...(options.env ?? process.env), NODE_OPTIONS: '' },
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      });
      return strict('a utility process', utilityProcess(child));
    },
  });
}

/** Messages cross by structured clone; those to a process that has ended are lost. */
function utilityProcess(child: ChildProcess) {
  const events = new EventEmitter();
  child.on('message', (message) => events.emit('message', cross(message)));
  child.on('exit', (code) => events.emit('exit', code ?? 1));
  return Object.assign(events, {
    postMessage(message: object) {
      if (child.connected) {
        child.send(cross(message));
      }
    },
    kill: () => child.kill(),
  });
}
