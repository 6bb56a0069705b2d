import { protocol } from 'electron';
import { mediaScheme, pageScheme } from './addresses.ts';

/**
 * Makes the two own schemes behave like https, so that the page has an origin, a policy and secure-context features
 * without `file:` (security checklist 18). Must run before `ready`, and once.
 *
 * Neither bypasses the page's policy. Media are of another origin than the page, so that nothing in a medium could ever
 * act as the page; `corsEnabled` lets the page read them all the same, and `stream` lets players seek.
 */
export function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: pageScheme,
      // What is compiled once is kept for the next start: the interface's own scripts and nothing else.
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
    {
      scheme: mediaScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, stream: true },
    },
  ]);
}
