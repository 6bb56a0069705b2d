import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test, vi } from 'vitest';
import { RecordingService, sendConversation, sendJson } from '../support/recording-service.ts';
import { expectAccessible } from './access.ts';
import { startConsole } from './console.ts';
import { picture } from './picture.ts';

vi.setConfig({ testTimeout: 90_000 });

test('waiting for files, database sources and a preview is put into words, and can be stopped', async () => {
  const service = await RecordingService.start();
  const held: ServerResponse[] = [];
  onTestFinished(async () => {
    for (const response of held) {
      response.destroy();
    }
    await service.close();
  });
  let holds: (url: string) => boolean = (url) => !/\/api\/conversations\/[^/]+$/.test(url);
  service.answer = ({ url, conversationId }, response) => {
    if (holds(url)) {
      held.push(response);
    } else if (url.endsWith('/identity/metadata')) {
      sendJson(response, 200, { id: conversationId, media: [] });
    } else {
      sendConversation(response, conversationId, {
        status: 'FINISHED',
        result: {
          identity: { status: 'FINISHED', user: { person: { name: { firstName: 'A' } } } },
          databaseVerification: { status: 'FINISHED' },
        },
      });
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
  const waiting = (what: string) =>
    page.getByText(
      new RegExp(`^Waiting for the service to send ${what}\\. Attempt 1 of \\d, at most \\d+ (s|min)\\.$`),
    );
  const stop = (what: string) => waiting(what).locator('..').getByRole('button', { name: 'Stop' });
  await waiting('the database sources').waitFor();
  await waiting('the list of files').waitFor();
  await expectAccessible(page);
  await picture(page, 'waiting-words');
  await stop('the database sources').click();
  await waiting('the database sources').waitFor({ state: 'detached' });
  await stop('the list of files').click();
  await waiting('the list of files').waitFor({ state: 'detached' });

  holds = () => true;
  await page.keyboard.press('Control+Shift+D');
  await waiting('the conversation for the preview').waitFor();
  await stop('the conversation for the preview').click();
  await waiting('the conversation for the preview').waitFor({ state: 'detached' });
  expect(console.complaints).toEqual([]);
});
