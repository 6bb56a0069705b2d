import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sandboxRefusal } from '../../../main/launch/sandbox-refusal.mjs';

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-run-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

/** A program that says when it is ready, writes each signal it gets, and ends after the first one has had time to come twice. */
const program = `
  import { appendFileSync } from 'node:fs';
  const file = process.argv[2];
  appendFileSync(file, 'as node: ' + process.env.ELECTRON_RUN_AS_NODE + '\\n');
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(name, () => { appendFileSync(file, name + '\\n'); setTimeout(() => process.exit(0), 300); });
  }
  setInterval(() => undefined, 1000);
  console.log('ready');
`;

/**
 * Runs a command in a terminal of its own, presses Ctrl+C when it is ready, and ends with the command's status. After 40 s it prints what the
 * command wrote and what its processes wait for, and fails.
 */
const inTerminal = `
import os, pty, signal, subprocess, sys
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(sys.argv[1], sys.argv[1:])
text = b''
def late(*_):
    print('written:', text, subprocess.getoutput('ps -eLo pid,ppid,pgid,sid,stat,wchan:32,args'), flush=True)
    os.kill(pid, signal.SIGKILL)
    os._exit(3)
signal.signal(signal.SIGALRM, late)
signal.alarm(40)
while b'ready' not in text:
    text += os.read(terminal, 1024)
os.write(terminal, b'\\x03')
try:
    while os.read(terminal, 1024): pass
except OSError: pass
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

test.runIf(process.platform !== 'win32')(
  'Ctrl+C in a terminal reaches the program once, so that it can close everything; it never runs as plain Node',
  async () => {
    const file = join(directory, 'signals');
    await writeFile(join(directory, 'program.mjs'), program);
    await writeFile(join(directory, 'terminal.py'), inTerminal);
    await writeFile(
      join(directory, 'launcher.mjs'),
      `import { run } from ${JSON.stringify(join(import.meta.dirname, '../../../main/launch/run.mjs'))};
       run(${JSON.stringify(directory)}, process.execPath, ['program.mjs', ${JSON.stringify(file)}]);`,
    );
    const terminal = spawn(
      'python3',
      [join(directory, 'terminal.py'), process.execPath, join(directory, 'launcher.mjs')],
      { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' } },
    );
    let printed = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
    const [status] = await once(terminal, 'close');
    expect({ status, printed, received: await readFile(file, 'utf8') }).toEqual({
      status: 0,
      printed: '',
      received: 'as node: undefined\nSIGINT\n',
    });
  },
);

test.runIf(process.platform === 'linux')(
  'A runtime that aborts for want of a sandbox is refused with the reason, and only that one',
  async () => {
    const runtime = join(directory, 'electron');
    const put = async (script: string) => {
      await writeFile(runtime, `#!/bin/sh\n${script}\n`);
      await chmod(runtime, 0o755);
    };
    const refusal = (platform: NodeJS.Platform = 'linux', uid = 1000) =>
      sandboxRefusal(runtime, { ...process.env, ELECTRON_RUN_AS_NODE: '1' }, platform, uid);
    await put('test -z "$ELECTRON_RUN_AS_NODE" && kill -TRAP $$');
    expect(refusal()).toMatch(/does not allow it the sandbox.*the deb package or an AppArmor profile/);
    expect(refusal('linux', 0)).toBeUndefined();
    expect(refusal('darwin')).toBeUndefined();
    await put('echo "FATAL: The SUID sandbox helper binary was found, but is not configured" >&2; exit 133');
    expect(refusal()).toContain('sandbox');
    await put('echo v45.4.1');
    expect(refusal()).toBeUndefined();
    await put('exit 1');
    expect(refusal()).toBeUndefined();
  },
);
