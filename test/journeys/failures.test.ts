import { expect, onTestFinished, test } from 'vitest';
import { startConsole } from './console.ts';
import { openServiceHarness } from './service-harness.ts';

test('a failure of the service is explained, and the case is shown once the service answers', async () => {
  const service = await openServiceHarness();
  onTestFinished(() => service.close());
  await using console = await startConsole({ prepare: service.join() });
  const { page } = console;
  const id = service.idOf('Finished: identity confirmed');
  await service.control('/faults', {
    match: { method: 'GET', path: `/api/conversations/${id}` },
    fault: {
      status: 403,
      body: { status: 'FORBIDDEN', message: 'Permission denied for strategy acme:strict', violations: [] },
      contentType: 'application/vnd.service.v1.1+json',
    },
    times: 1,
  });
  const field = page.getByRole('combobox', { name: /^Open/ });
  await field.fill(id);
  await field.press('Enter');
  await page
    .locator('main [data-code=forbidden]')
    .getByText(/acme:strict/)
    .waitFor();
  expect(await page.getByRole('alert').count()).toBe(1);
  await page.getByRole('button', { name: /^Refresh/ }).click();
  await page.getByRole('heading', { level: 1, name: /^masked|^No name/ }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});
