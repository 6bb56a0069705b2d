import type { CommandLine } from 'electron';
import type { LastingNotice } from '../../../preload/contract/application.ts';

/** Switches that let another program read and control the window. */
const refusedSwitches = ['remote-debugging-port', 'remote-debugging-pipe'];

/** Turns Chromium's sandbox off; needed by root. */
export const noSandbox = 'no-sandbox';

/** Returns why a packaged console refuses to start with these switches, or undefined. A checkout may start: tests use them. */
export function refusedSwitch(commandLine: Pick<CommandLine, 'hasSwitch'>): string | undefined {
  const refused = refusedSwitches.find((name) => commandLine.hasSwitch(name));
  return (
    refused &&
    `Assay does not start with --${refused}: another program could read and operate its window. Start it without that switch.`
  );
}

/** Returns a notice for as long as the console runs with such switches, or undefined. */
export function lastingNotice(commandLine: Pick<CommandLine, 'hasSwitch'>): LastingNotice | undefined {
  return commandLine.hasSwitch(noSandbox)
    ? {
        label: 'Window not sandboxed',
        text: 'The sandbox around the window is off (--no-sandbox). Quit Assay and start it without that switch.',
        dangerous: true,
      }
    : undefined;
}
