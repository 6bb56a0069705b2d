import type { SandboxCommand } from '../../../preload/contract/sandbox.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';

/** Returns what gives the sandbox a command, one at a time, after which its state is read again. */
export function useSandboxCommand(environmentId: string) {
  const { run, busy, failure } = useBridgeAction(
    'sandbox.command',
    { environmentId },
    { once: true, changes: ['sandbox.state'] },
  );
  return { command: (command: SandboxCommand) => void run({ command }), busy, failure };
}
