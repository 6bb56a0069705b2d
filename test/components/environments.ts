import { expect } from 'vitest';
import { page } from 'vitest/browser';
import { type EnvironmentView, environmentView } from '../../preload/contract/environments.ts';

type Settings = Partial<EnvironmentView['settings']>;

/** An environment as main gives it, of the kind test, without secrets. */
export function newEnvironment(
  id: string,
  settings: Settings & { name: string },
  change: Partial<EnvironmentView> = {},
): EnvironmentView {
  return environmentView.parse({
    id,
    builtIn: false,
    settings: { kind: 'test', baseUrl: `https://${id}.example`, proxy: { mode: 'none' }, ...settings },
    signingKeys: [],
    ...change,
  });
}

/** A stored signing key as main names it. */
export const signingKey = (id: string, label: string) => ({
  id,
  label,
  since: '2026-01-15T12:00:00Z',
  store: 'keychain' as const,
});

/** Selects another environment in the menu at the top, and waits until it is selected. */
export async function selectEnvironment(name: string): Promise<void> {
  await page.getByRole('button', { name: /^Environment/ }).click();
  await page
    .getByRole('menuitem', { name: new RegExp(name) })
    .first()
    .click();
  await expect.element(page.getByRole('button', { name: new RegExp(`^Environment: ${name}`) })).toBeVisible();
}
