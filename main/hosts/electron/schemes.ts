import { protocol } from 'electron';
import { mediaScheme, pageScheme } from './addresses.ts';

/**
 * Registers the two custom schemes as standard and secure, so that the page has an origin, a policy and secure-context
 * features without `file:` (security checklist 18). Must run once, before `ready`.
 *
 * Neither bypasses the page's policy. Media have another origin than the page, so that no medium can act as the page;
 * `corsEnabled` lets the page read them, and `stream` lets players seek.
 */
export function registerSchemes(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme: pageScheme,
      // Compiled scripts of the interface are cached for the next start.
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
    {
      scheme: mediaScheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, corsEnabled: true, stream: true },
    },
  ]);
}
