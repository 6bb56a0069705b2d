import { expect, onTestFinished, test } from 'vitest';
import { RecordingService, sendConversation, sendJson } from '../support/recording-service.ts';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';

test('a long wait shows what is awaited, the attempt and the maximum time, and can be stopped', async () => {
  const service = await RecordingService.start();
  onTestFinished(() => service.close());
  let answers = 0;
  const held: (() => void)[] = [];
  onTestFinished(() => {
    for (const end of held) {
      end();
    }
  });
  service.answer = (request, response) => {
    // The page also lists the files of the case.
    if (request.url.endsWith('/identity/metadata')) {
      sendJson(response, 200, { id: request.conversationId, media: [] });
      return;
    }
    answers += 1;
    if (answers === 1) {
      response.writeHead(503, { 'retry-after': '4' }).end();
    } else if (answers === 2) {
      held.push(() => response.destroy());
    } else {
      sendConversation(response, request.conversationId, { status: 'FINISHED' });
    }
  };
  await using console = await startConsole({
    async prepare({ bridge }) {
      await bridge.invoke('keychain.sessionOnly', { sessionOnly: true });
      const { id: environmentId } = await bridge.invoke('environments.save', {
        settings: { name: 'Acme test', kind: 'test', baseUrl: service.baseUrl, proxy: { mode: 'none' } },
      });
      await bridge.invoke('credentials.saveApiKey', { environmentId, login: 'login', password: 'password' });
      await bridge.invoke('environments.select', { environmentId });
    },
  });
  const { page } = console;
  await page.getByRole('heading', { level: 1, name: 'Cases' }).waitFor();
  await page.evaluate(() => {
    window.location.hash = '#/conversations/case-1';
  });
  await page
    .getByText(/The service could not send the conversation\. Attempt 2 of 4 begins in \d s\./)
    .waitFor();
  await page
    .getByText(/Waiting for the service to send the conversation\. Attempt 2 of 4, at most \d+ (s|min)\./)
    .waitFor();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('Stopped before the conversation was read.').waitFor();
  // Stopping is not an error.
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.getByRole('button', { name: /^Refresh/ }).click();
  await page.getByRole('heading', { level: 1, name: /^Finished/ }).waitFor();
  expect(answers).toBe(3);
  expect(console.complaints).toEqual([]);
});
