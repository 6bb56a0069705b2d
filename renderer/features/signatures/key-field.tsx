import { NativeSelect, PasswordInput, Stack } from '@mantine/core';
import type { StoreApi } from 'zustand';
import type { EnvironmentView, SigningKeyView } from '../../../preload/contract/environments.ts';
import { visibleText } from '../../../preload/contract/service/visible-text.ts';
import { usePick } from '../../ui/use-pick.ts';
import type { InputState, KeySelection } from './input-store.ts';

interface KeyFieldProps {
  store: StoreApi<InputState>;
  environments: readonly EnvironmentView[];
}

/** Chooses the key of a check: a stored one by its name, all stored ones, or one pasted for this check and not kept. */
export function KeyField({ store, environments }: KeyFieldProps) {
  const { key, setKey, pastedKey, setPastedKey } = usePick(
    store,
    'key',
    'setKey',
    'pastedKey',
    'setPastedKey',
  );
  const count = environments.reduce((sum, { signingKeys }) => sum + signingKeys.length, 0);
  return (
    <Stack gap={10}>
      <NativeSelect
        id="signatures-key"
        label="Signing key"
        description={storedText(key, environments)}
        inputWrapperOrder={['label', 'input', 'description']}
        value={key ? optionOf(key) : ''}
        onChange={(event) => setKey(wishOf(event.currentTarget.value))}
      >
        <option value="all" disabled={count === 0}>
          Try all stored keys ({count})
        </option>
        <option value="pasted">Paste a key for this check…</option>
        {environments
          .filter(({ signingKeys }) => signingKeys.length > 0)
          .map(({ id, settings, signingKeys }) => (
            <optgroup key={id} label={visibleText(settings.name)}>
              {signingKeys.map((signingKey) => (
                <option
                  key={signingKey.id}
                  value={optionOf({ kind: 'stored', environmentId: id, keyId: signingKey.id })}
                >
                  {visibleText(signingKey.label)} – {visibleText(settings.name)}
                </option>
              ))}
            </optgroup>
          ))}
      </NativeSelect>
      {key?.kind === 'pasted' && (
        <PasswordInput
          id="signatures-pasted-key"
          label="Key for this check"
          description="Never stored. It is cleared when you leave this page."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          error={keyFault(pastedKey)}
          value={pastedKey}
          onChange={(event) => setPastedKey(event.currentTarget.value)}
          spellCheck={false}
          maxLength={4096}
          visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
        />
      )}
    </Stack>
  );
}

function optionOf(key: KeySelection): string {
  return key.kind === 'stored' ? `stored ${key.environmentId} ${key.keyId}` : key.kind;
}

function wishOf(value: string): KeySelection {
  const [kind, environmentId = '', keyId = ''] = value.split(' ');
  if (kind === 'stored') {
    return { kind, environmentId, keyId };
  }
  return { kind: kind === 'pasted' ? 'pasted' : 'all' };
}

function findKey(
  key: KeySelection | undefined,
  environments: readonly EnvironmentView[],
): SigningKeyView | undefined {
  if (key?.kind !== 'stored') {
    return undefined;
  }
  const environment = environments.find(({ id }) => id === key.environmentId);
  return environment?.signingKeys.find(({ id }) => id === key.keyId);
}

function storedText(key: KeySelection | undefined, environments: readonly EnvironmentView[]): string {
  const signingKey = findKey(key, environments);
  if (signingKey) {
    const since = new Date(signingKey.since).toLocaleDateString('en-GB', { dateStyle: 'medium' });
    return `${signingKey.store === 'keychain' ? 'In the keychain' : 'For this session'}, saved ${since}. The key is never displayed.`;
  }
  if (key?.kind === 'all') {
    return 'Each key is tried. The one that matches is named.';
  }
  return 'Used only for this check.';
}

/** Returns the key preselected for a check: the one chosen if it is still there, else the first of the selected environment, else all. */
export function defaultKey(
  environments: readonly EnvironmentView[],
  environmentId: string,
  wish: KeySelection | undefined,
): KeySelection {
  if (wish && (wish.kind !== 'stored' || findKey(wish, environments))) {
    return wish;
  }
  const own = environments.find(({ id }) => id === environmentId)?.signingKeys[0];
  if (own) {
    return { kind: 'stored', environmentId, keyId: own.id };
  }
  return { kind: environments.some(({ signingKeys }) => signingKeys.length > 0) ? 'all' : 'pasted' };
}

/** Returns what is suspicious about a pasted key, shown at its field. The check can still be made with it. */
export function keyFault(key: string): string | undefined {
  if (key.trim() !== key) {
    return 'The key begins or ends with white space. Copy it again without it.';
  }
  // Most keys are not hexadecimal: only one that is, but for a character or two, is taken for a damaged one.
  const stray = key.match(/[^0-9a-f]/gi) ?? [];
  if (key.length >= 32 && stray.length > 0 && stray.length <= 2) {
    return `“${visibleText(stray[0] ?? '')}” is not a hexadecimal character, unlike the rest of the key.`;
  }
  if (key.length >= 31 && stray.length === 0 && key.length % 2 === 1) {
    return `The key has ${key.length} hexadecimal characters, an odd number: one may be missing.`;
  }
  return undefined;
}
