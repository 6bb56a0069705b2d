import type { SandboxCommand } from '../../../preload/contract/sandbox.ts';
import { useEnvironmentAction } from '../../environments/use-environment.ts';

/** Returns what gives the sandbox a command, one at a time, after which its state is read again. */
export function useSandboxCommand() {
  const { run, busy, failure } = useEnvironmentAction(
    'sandbox.command',
    {},
    { once: true, changes: ['sandbox.state'] },
  );
  return { command: (command: SandboxCommand) => void run({ command }), busy, failure };
}
