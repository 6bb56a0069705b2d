import { randomUUID } from 'node:crypto';
import {
  type CheckStep,
  type EnvironmentSettings,
  operationIn,
} from '../../../preload/contract/environments.ts';
import { withoutFinalSlashes } from '../address.ts';
import { createAuthentication } from '../authentication/authentication.ts';
import { type ApiKey, presentKey } from '../authentication/credentials.ts';
import { createServiceClient } from '../client.ts';
import type { Edges } from '../edges.ts';
import { type ConnectionSecrets, noConnectionSecrets, openTransport } from '../transport/transport.ts';
import { checkWords } from '../words/check.ts';
import { type Asked, askForUnknown } from './ask.ts';
import { reachOf } from './reach.ts';
import { walk } from './steps.ts';

export interface CheckParts {
  settings: EnvironmentSettings;
  apiKey: () => Promise<ApiKey | undefined>;
  secrets?: ConnectionSecrets;
  edges: Edges;
}

/**
 * Walks to the service step by step (settings, proxy, name, TCP, TLS, token, media type, authorisation), on connections of its
 * own, and stops at the first step that fails. Each step is reported as it begins and as it ends.
 *
 * @throws Failure cancelled
 */
export async function checkConnection(
  parts: CheckParts,
  { signal, progress }: { signal: AbortSignal; progress(step: CheckStep): void },
): Promise<{ passed: boolean; steps: CheckStep[] }> {
  const { settings, apiKey, edges, secrets = noConnectionSecrets } = parts;
  const { scheme } = settings.authentication;
  const transport = openTransport(settings, edges, secrets);
  const authentication = createAuthentication({ settings, apiKey, transport, edges });
  const client = createServiceClient({ settings, apiKey, transport, edges }, authentication);
  const wrongBase = `${withoutFinalSlashes(settings.baseUrl)}/assay-connection-check`;
  const besides = createServiceClient(
    { settings: { ...settings, baseUrl: wrongBase }, apiKey, transport, edges },
    authentication,
  );
  const reach = reachOf(settings, transport, edges.now, signal);
  let asking: Promise<Asked> | undefined;
  const asked = () => {
    asking ??= askForUnknown(client, besides, randomUUID(), settings.mediaType, signal);
    return asking;
  };
  try {
    return await walk(
      {
        ...reach,
        async settings() {
          const operation = operationIn(settings.baseUrl);
          if (operation !== undefined) return { failed: checkWords.namesOperation(operation) };
          await presentKey(apiKey);
          await transport.connectSettings(
            new URL(settings.baseUrl).protocol === 'https:' || settings.extraCaFile !== '',
          );
          return checkWords.settingsFine(settings.name, scheme);
        },
        async token() {
          if (settings.authentication.scheme === 'basic') return { skipped: checkWords.noToken };
          await authentication.authorization(signal);
          const { tokenUrl } = settings.authentication;
          return checkWords.tokenGiven(new URL(tokenUrl || settings.baseUrl).host);
        },
        'media-type': async () => (await asked()).mediaType,
        authorisation: async () => (await asked()).authorisation,
      },
      progress,
      edges.elapsed,
    );
  } finally {
    await transport.destroy();
  }
}
