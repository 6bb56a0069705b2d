import { fork } from 'node:child_process';
import type { KeytarChild } from './keytar-process.ts';

/** Starts keytar in a child process of Node, with this process's environment or the one given. */
export function forkKeytar(env: NodeJS.ProcessEnv = process.env): KeytarChild {
  const child = fork(new URL('./keytar-worker.ts', import.meta.url), [], {
    // Options of this process, such as those for a debugger, are not passed on.
    execArgv: [],
    env: { ...env, NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // An idle keychain does not keep the console running.
  child.unref();
  child.channel?.unref();
  return {
    send: (call) => void child.send(call, () => undefined),
    onReply: (listener) => void child.removeAllListeners('message').on('message', listener),
    onExit: (listener) => {
      child.removeAllListeners('exit').on('exit', listener);
      child.removeAllListeners('error').on('error', listener);
    },
    kill: () => void child.kill('SIGKILL'),
  };
}
