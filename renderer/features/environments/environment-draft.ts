import {
  type EnvironmentKind,
  type EnvironmentSettings,
  enteredSettings,
} from '../../../preload/contract/environments.ts';
import {
  isEmpty,
  newRecipients,
  type Recipients,
  recipientsOf,
} from '../../../preload/contract/recipients.ts';

/** An environment as entered in the form, valid or not. Durations are in seconds. */
export interface EnvironmentDraft {
  name: string;
  kind: EnvironmentKind;
  readOnly: boolean;
  endMonitoring: boolean;
  baseUrl: string;
  mediaType: string;
  scheme: 'basic' | 'oauth';
  tokenUrl: string;
  clientAuthentication: 'header' | 'body';
  proxyMode: 'system' | 'none' | 'own';
  proxyUrl: string;
  extraCaFile: string;
  connectSeconds: string;
  headersSeconds: string;
  idleSeconds: string;
  totalSeconds: string;
}

/** A field that holds text. */
export type DraftField = Exclude<keyof EnvironmentDraft, 'readOnly' | 'endMonitoring'>;

/** The field of the form for each path of the settings. */
const fieldOfPath: Record<string, DraftField> = {
  name: 'name',
  kind: 'kind',
  baseUrl: 'baseUrl',
  mediaType: 'mediaType',
  'authentication.tokenUrl': 'tokenUrl',
  'proxy.url': 'proxyUrl',
  extraCaFile: 'extraCaFile',
  'timeouts.connectMs': 'connectSeconds',
  'timeouts.headersMs': 'headersSeconds',
  'timeouts.idleMs': 'idleSeconds',
  'timeouts.totalMs': 'totalSeconds',
};

/** Returns whether the name or the host of settings that are not said to be production names it, such as `Acme live` or `api.prod.example.com`. */
export function looksLikeProduction({ name, kind, baseUrl }: EnvironmentSettings): boolean {
  const words = `${name} ${new URL(baseUrl).host}`.toLowerCase().split(/[^\p{L}\d]+/u);
  return kind !== 'production' && words.some((word) => ['live', 'prd', 'prod', 'production'].includes(word));
}

export const newDraft: EnvironmentDraft = {
  name: '',
  kind: 'test',
  readOnly: false,
  endMonitoring: false,
  baseUrl: '',
  mediaType: 'application/vnd.service.v1.1+json',
  scheme: 'basic',
  tokenUrl: '',
  clientAuthentication: 'header',
  proxyMode: 'system',
  proxyUrl: '',
  extraCaFile: '',
  connectSeconds: '10',
  headersSeconds: '30',
  idleSeconds: '30',
  totalSeconds: '120',
};

/** The fields that say which service it is. */
export const mainFields: readonly DraftField[] = ['name', 'kind', 'baseUrl'];

/** Returns whether few environments need to change a field. */
export const isAdvanced = (field: string): boolean => !mainFields.some((one) => one === field);

/** Returns whether anything advanced differs from a new environment. */
export function hasAdvanced(draft: EnvironmentDraft): boolean {
  return Object.entries(newDraft).some(
    ([field, value]) => isAdvanced(field) && draft[field as DraftField] !== value,
  );
}

export function draftOf(settings: EnvironmentSettings): EnvironmentDraft {
  const { authentication, proxy, timeouts, ...same } = settings;
  return {
    ...same,
    scheme: authentication.scheme,
    tokenUrl: authentication.scheme === 'oauth' ? authentication.tokenUrl : '',
    clientAuthentication: authentication.scheme === 'oauth' ? authentication.clientAuthentication : 'header',
    proxyMode: proxy.mode,
    proxyUrl: proxy.mode === 'own' ? proxy.url : '',
    connectSeconds: String(timeouts.connectMs / 1000),
    headersSeconds: String(timeouts.headersMs / 1000),
    idleSeconds: String(timeouts.idleMs / 1000),
    totalSeconds: String(timeouts.totalMs / 1000),
  };
}

/** A validated draft: settings ready to save, or a message for each invalid field. */
export type ValidatedDraft =
  | { ok: true; settings: EnvironmentSettings }
  | { ok: false; errors: Partial<Record<DraftField, string>> };

export function validateDraft(draft: EnvironmentDraft): ValidatedDraft {
  const read = enteredSettings.safeParse({
    name: draft.name,
    kind: draft.kind,
    readOnly: draft.readOnly,
    endMonitoring: draft.endMonitoring,
    baseUrl: draft.baseUrl.trim(),
    mediaType: draft.mediaType.trim(),
    authentication:
      draft.scheme === 'basic'
        ? { scheme: 'basic' }
        : {
            scheme: 'oauth',
            tokenUrl: draft.tokenUrl.trim(),
            clientAuthentication: draft.clientAuthentication,
          },
    proxy:
      draft.proxyMode === 'own' ? { mode: 'own', url: draft.proxyUrl.trim() } : { mode: draft.proxyMode },
    extraCaFile: draft.extraCaFile.trim(),
    timeouts: {
      connectMs: milliseconds(draft.connectSeconds),
      headersMs: milliseconds(draft.headersSeconds),
      idleMs: milliseconds(draft.idleSeconds),
      totalMs: milliseconds(draft.totalSeconds),
    },
  });
  if (read.success) {
    return { ok: true, settings: read.data };
  }
  const errors: Partial<Record<DraftField, string>> = {};
  for (const issue of read.error.issues) {
    const field = fieldOfPath[issue.path.join('.')] ?? 'name';
    errors[field] ??= issue.message;
  }
  return { ok: false, errors };
}

/** Addresses in the draft that the API key was not entered for; undefined without any. */
export function blockedRecipients(draft: ValidatedDraft, enteredFor: Recipients): Recipients | undefined {
  if (!draft.ok) {
    return undefined;
  }
  const others = newRecipients(recipientsOf(draft.settings), enteredFor);
  return isEmpty(others) ? undefined : others;
}

/** Returns the field of a violation that main reports, such as `settings.name`. */
export function fieldOfViolation(path: string): DraftField | undefined {
  return fieldOfPath[path.replace(/^settings\./, '')];
}

/** Returns NaN for anything but a number, which the contract then refuses. */
function milliseconds(seconds: string): number {
  const text = seconds.trim().replace(',', '.');
  return text === '' ? Number.NaN : Math.round(Number(text) * 1000);
}
