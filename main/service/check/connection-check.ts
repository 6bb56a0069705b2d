import { randomUUID } from 'node:crypto';
import {
  type CheckStep,
  type EnvironmentSettings,
  operationIn,
} from '../../../preload/contract/environments.ts';
import { withoutFinalSlashes } from '../address.ts';
import { createAuthentication } from '../authentication/authentication.ts';
import { type ApiKey, requireApiKey } from '../authentication/credentials.ts';
import { checkMessages } from '../messages/connection-check.ts';
import { createServiceClient } from '../operations.ts';
import type { SystemDeps } from '../system-deps.ts';
import type { CallRecorder } from '../transport/call-recorder.ts';
import { inTimeBefore } from '../transport/preparation.ts';
import { type ConnectionSecrets, noConnectionSecrets, openTransport } from '../transport/transport.ts';
import { askForKnown, askForUnknown, type UnknownConversationResponse } from './ask.ts';
import { reachOf } from './reach.ts';
import { wrongSegment } from './same-message.ts';
import { walk } from './steps.ts';

export interface CheckDeps {
  settings: EnvironmentSettings;
  apiKey: () => Promise<ApiKey | undefined>;
  secrets?: ConnectionSecrets;
  recorder?: CallRecorder | undefined;
  /** A conversation that exists. */
  knownId?: string | undefined;
  system: SystemDeps;
}

/**
 * Checks the connection step by step (settings, proxy, name, TCP, TLS, token, media type, authorisation), on new
 * connections, and stops at the first step that fails. Each step is reported when it begins and ends.
 * @throws Failure cancelled
 */
export async function checkConnection(
  deps: CheckDeps,
  { signal, progress }: { signal: AbortSignal; progress(step: CheckStep): void },
): Promise<{ passed: boolean; steps: CheckStep[] }> {
  const { settings, apiKey, system, secrets = noConnectionSecrets } = deps;
  const { scheme } = settings.authentication;
  const transport = openTransport(settings, system, secrets, deps.recorder);
  const authentication = createAuthentication({ settings, apiKey, transport, system });
  const client = createServiceClient({ settings, apiKey, transport, system }, authentication);
  const wrongBase = `${withoutFinalSlashes(settings.baseUrl)}/${wrongSegment}`;
  const besides = createServiceClient(
    { settings: { ...settings, baseUrl: wrongBase }, apiKey, transport, system },
    authentication,
  );
  const inTime = <T>(work: Promise<T>) => inTimeBefore(work, settings.timeouts.totalMs, signal);
  const reach = reachOf(
    settings,
    {
      proxyFor: (url) => inTime(transport.proxyFor(url)),
      connectSettings: (isEncrypted) => inTime(transport.connectSettings(isEncrypted)),
      proxyHeaders: (proxy) => inTime(transport.proxyHeaders(proxy)),
    },
    system.now,
    signal,
  );
  let asking: Promise<UnknownConversationResponse> | undefined;
  const response = () => {
    asking ??=
      deps.knownId === undefined
        ? askForUnknown(client, besides, randomUUID(), settings.mediaType, signal)
        : askForKnown(client, deps.knownId, settings.mediaType, signal);
    return asking;
  };
  try {
    return await walk(
      {
        ...reach,
        async settings() {
          const operation = operationIn(settings.baseUrl);
          if (operation !== undefined) {
            return { failed: checkMessages.namesOperation(operation) };
          }
          await requireApiKey(() => inTime(apiKey()));
          await inTime(
            transport.connectSettings(
              new URL(settings.baseUrl).protocol === 'https:' || settings.extraCaFile !== '',
            ),
          );
          return checkMessages.settingsFine(settings.name, scheme);
        },
        async token() {
          if (settings.authentication.scheme === 'basic') {
            return { skipped: checkMessages.noToken };
          }
          await authentication.authorization(signal);
          const { tokenUrl } = settings.authentication;
          return checkMessages.tokenGiven(new URL(tokenUrl || settings.baseUrl).host);
        },
        'media-type': async () => (await response()).mediaType,
        authorisation: async () => (await response()).authorisation,
      },
      progress,
      system.elapsed,
    );
  } finally {
    await transport.destroy();
  }
}
