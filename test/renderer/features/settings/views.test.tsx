import { describe, expect, test } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { KeychainState } from '../../../../preload/contract/environments.ts';
import type { EnvironmentState } from '../../../../renderer/environments/environment-store.ts';
import { KeychainSection } from '../../../../renderer/features/settings/keychain-section.tsx';
import { render } from '../../../support/render.tsx';

describe('the secret storage', () => {
  const state = (change: Partial<KeychainState>): KeychainState => ({
    state: 'available',
    message: 'The keychain works.',
    sessionOnly: false,
    ...change,
  });
  const section = (keychain: KeychainState) =>
    render(
      <KeychainSection store={createStore<EnvironmentState>(() => ({ keychain }) as EnvironmentState)} />,
    );

  test.each([
    ['available', 'Available'],
    ['absent', 'Absent'],
    ['locked', 'Locked'],
    ['denied', 'Denied'],
  ] as const)('that is %s shows “%s” with what to do', (name, word) => {
    const { text } = section(state({ state: name, hint: 'Do this.', command: 'unlock now' }));
    expect(text).toContain(word);
    expect(text).toMatch(/Do this\. unlock now/);
  });

  test('shows whether secrets are kept for the session only', () => {
    expect(section(state({ sessionOnly: true })).html).toContain('checked=""');
    expect(section(state({ sessionOnly: false })).html).not.toContain('checked=""');
  });
});
