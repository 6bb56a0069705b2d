import type { EnvironmentKind } from '../contract/environments.ts';

export const environmentKindLabels: Readonly<Record<EnvironmentKind, string>> = {
  sandbox: 'Sandbox',
  test: 'Test',
  production: 'Production',
};
