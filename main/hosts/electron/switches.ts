import type { CommandLine } from 'electron';

/** Switches by which another program could read and drive the window. */
const refusedSwitches = ['remote-debugging-port', 'remote-debugging-pipe'];

/**
 * Why a packaged console must not start as it was asked to, or undefined. A checkout may: tests drive it that way.
 */
export function refusedSwitch(commandLine: Pick<CommandLine, 'hasSwitch'>): string | undefined {
  const found = refusedSwitches.find((name) => commandLine.hasSwitch(name));
  return (
    found &&
    `Assay does not start with --${found}: another program could read and operate its window. Start it without that switch.`
  );
}

/** What people must know for as long as the console runs this way, or undefined. */
export function lastingNotice(commandLine: Pick<CommandLine, 'hasSwitch'>): string | undefined {
  return commandLine.hasSwitch('no-sandbox')
    ? 'The sandbox around the window is off (--no-sandbox). Quit Assay and start it without that switch.'
    : undefined;
}
