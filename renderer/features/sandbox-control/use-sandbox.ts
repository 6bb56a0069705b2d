import type { SandboxCommand } from '../../../preload/contract/sandbox.ts';
import { useBridgeAction } from '../../bridge/use-bridge.tsx';
import { useUiServices } from '../../ui/services.tsx';

/** Returns what gives the sandbox a command, one at a time, after which its state is read again. */
export function useSandboxCommand(environmentId: string) {
  const { run, busy, failure } = useBridgeAction(
    'sandbox.command',
    { environmentId },
    { once: true, changes: ['sandbox.state'] },
  );
  return { command: (command: SandboxCommand) => void run({ command }), busy, failure };
}

/** Returns what copies a text and says so. */
export function useCopy(): (text: string) => void {
  const { clipboard, announce } = useUiServices();
  return (text) =>
    void clipboard.copy(text).then(
      () => announce('Copied'),
      () => announce('Not copied: clipboard access was denied'),
    );
}
