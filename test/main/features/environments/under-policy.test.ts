import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openEnvironmentRepository } from '../../../../main/features/environments/environment-repository.ts';
import { readPolicy } from '../../../../main/features/policy/read-policy.ts';
import { environmentSettings } from '../../../../preload/contract/environments.ts';

test('an environment that the policy hides is not used, and its cases are still kept as long as it says', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'assay-under-policy-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, 'environments.json');
  const settings = { name: 'Live', kind: 'production', baseUrl: 'https://idv.example' };
  writeFileSync(
    file,
    JSON.stringify({ version: 4, selectedId: 'live', environments: [{ id: 'live', settings }] }),
  );
  const sandbox = environmentSettings.parse({ ...settings, name: 'Sandbox', kind: 'sandbox' });
  const policy = readPolicy('{"version": 1, "company": "Acme", "ownEnvironments": ["test"]}', 'policy.json');
  const repository = await openEnvironmentRepository(file, sandbox, () => policy);
  expect(repository.all().map(({ id }) => id)).toEqual(['sandbox']);
  expect(repository.selectedId()).toBe('sandbox');
  expect(() => repository.find('live')).toThrow('This environment no longer exists.');
  expect(repository.knownIds()).toEqual(['sandbox', 'live']);
});
