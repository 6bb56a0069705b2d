import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newEnvironment } from '../environments.ts';
import { openWindow } from '../window.tsx';

test('an environment is made read-only, which the window says and another change of its settings keeps', async () => {
  let saved = newEnvironment('acme-test', { name: 'Acme test' });
  const { bridge } = await openWindow(
    {},
    { hash: `#/settings/environment/${saved.id}`, environments: [saved] },
  );
  bridge.answer({
    'environments.save': ({ settings }) => {
      saved = { ...saved, settings };
      bridge.send('environments.changed', { environments: [saved], selectedId: saved.id });
      return saved;
    },
  });
  const form = page.getByRole('region', { name: 'Settings' });
  const readOnly = form.getByRole('checkbox', { name: 'Read-only' });
  const save = form.getByRole('button', { name: 'Save', exact: true });
  await readOnly.click();
  await save.click();
  await expect
    .element(page.getByRole('button', { name: 'Environment: Acme test (test, read-only). Switch' }))
    .toBeVisible();
  await form.getByLabelText('Media type').fill('application/vnd.acme.v1.1+json');
  await save.click();
  await expect.poll(() => saved.settings.mediaType).toBe('application/vnd.acme.v1.1+json');
  expect(saved.settings.readOnly).toBe(true);
  await expect.element(readOnly).toBeChecked();
});
