import { randomBytes } from 'node:crypto';
import { controlExtension } from './control.ts';
import { type RunningSandbox, type SandboxOptions, startSandbox } from './sandbox.ts';

/** A sandbox with control commands. */
export interface ControlledSandbox extends RunningSandbox {
  /** The address of the control commands; it contains a key that cannot be guessed. */
  controlUrl: string;
}

/** Starts a sandbox with control commands: for tests and the stand-alone sandbox, never for the console's own. */
export async function startControlledSandbox(
  options: Omit<SandboxOptions, 'extend'> = {},
): Promise<ControlledSandbox> {
  const key = randomBytes(24).toString('base64url');
  const running = await startSandbox({ ...options, extend: controlExtension(key) });
  return { ...running, controlUrl: `${running.baseUrl}/control/${key}` };
}
