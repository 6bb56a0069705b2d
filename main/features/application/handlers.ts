import type { LastingNotice } from '../../../preload/contract/application.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import type { Host } from '../../bridge/host.ts';
import { Failure } from '../../common/failure.ts';
import type { PreferenceStore } from './preferences.ts';

/** Returns the operations `application.*`: version, preferences, and what the host does for the page. */
export function applicationHandlers(
  host: Host,
  facts: { version: string; platform: string },
  kept: Pick<PreferenceStore, 'change'>,
  notices: () => Promise<readonly LastingNotice[]> = async () => host.notices,
): HandlersOf<'application'> {
  return {
    // The host knows which page a call came from.
    'application.ready'() {
      // The window is shown now, and no request was needed so far: the network library is loaded before the first case is opened.
      import('../../service/transport/connection-pool.ts').catch(() => undefined);
      return {};
    },

    async 'application.info'() {
      return {
        ...facts,
        versions: host.versions,
        capabilities: host.capabilities,
        notices: [...(await notices())],
      };
    },

    async 'application.preferences'(changes) {
      const now = await kept.change(changes);
      host.preferencesChanged?.(now);
      return now;
    },

    async 'application.diagnostics'() {
      const versions = Object.entries(host.versions).map(([name, version]) => `${name} ${version}`);
      const can = Object.entries(host.capabilities).map(([name, is]) => `${name} ${is ? 'yes' : 'no'}`);
      const lines = [`Assay ${facts.version}`, host.name, facts.platform, ...versions, '', ...can];
      const lasting = (await notices()).flatMap(({ text }) => ['', text]);
      const log = host.recentLog?.() ?? '';
      return {
        text: [...lines, ...lasting, ...(log ? ['', 'Log', log] : [])].join('\n'),
      };
    },

    'application.unlock': async () => ({ unlocked: (await host.unlock?.()) ?? true }),

    'application.downloadOutcome'({ address }, { signal, progress }) {
      if (!host.downloadOutcome) {
        throw notHere('Files are written by the console itself on this host.');
      }
      return host.downloadOutcome(address, { signal, progress });
    },

    'application.copy'({ text, clearAfterMs }) {
      if (!host.copy) {
        throw notHere('The clipboard is written by the page itself on this host.');
      }
      host.copy(text, clearAfterMs);
      return {};
    },
  };
}

function notHere(message: string): Failure {
  return new Failure({ code: 'not-supported-here', message });
}
