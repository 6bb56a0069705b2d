import { buffer } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { Failure } from '../../../main/common/failure.ts';
import { createServices } from '../../../main/service/services.ts';
import type { EnvironmentSettings } from '../../../preload/contract/environments.ts';
import { failureOf, quickSystem, settingsFor } from './support/client.ts';
import { json, serve, serveTcp } from './support/server.ts';

async function directory() {
  const server = await serve((_, response) => json(response, 200, { id: 'c1' }));
  const environments = new Map<string, EnvironmentSettings>([['one', settingsFor(server.url)]]);
  const keys = { password: 'first' };
  const services = createServices({
    settings(id) {
      const found = environments.get(id);
      if (found === undefined) {
        throw new Failure({ code: 'environment-not-found', message: 'no' });
      }
      return found;
    },
    apiKey: async () => ({ login: 'me', password: keys.password }),
    system: quickSystem(),
  });
  onTestFinished(async () => {
    await services.close();
    await server.close();
  });
  const sent = () => server.seen.map(({ headers }) => atob(headers.authorization?.slice(6) ?? ''));
  return { server, services, environments, keys, sent };
}

test('an environment keeps its client', async () => {
  const { services } = await directory();
  expect(services.client('one')).toBe(services.client('one'));
});

test('an unknown environment', async () => {
  const { services } = await directory();
  expect(() => services.client('two')).toThrow(Failure);
});

test('a changed environment uses its new settings and key', async () => {
  const { services, keys, sent, environments, server } = await directory();
  await services.client('one').readConversation('c1');
  keys.password = 'second';
  environments.set('one', settingsFor(`${server.url}/moved`));
  services.renew('one');
  await services.client('one').readConversation('c1');
  expect(sent()).toEqual(['me:first', 'me:second']);
  expect(server.seen[1]?.url).toBe('/moved/api/conversations/c1');
});

test('a file that arrives while its environment is changed is complete', async () => {
  const { services, environments } = await directory();
  const go = Promise.withResolvers<void>();
  const slow = await serve(async (_, response) => {
    response.writeHead(200, { 'content-type': 'image/png' });
    response.write('first ');
    await go.promise;
    response.end('last');
  });
  onTestFinished(() => slow.close());
  environments.set('slow', settingsFor(slow.url));
  const { body } = await services.client('slow').openMedia('c1', 'm1');
  services.renew('slow');
  go.resolve();
  expect((await buffer(body)).toString()).toBe('first last');
});

test.each(['removed', 'close'] as const)('%s stops what runs, with a message', async (how) => {
  const { services, environments } = await directory();
  const asked = Promise.withResolvers<void>();
  const silent = await serveTcp((socket) => socket.on('data', () => asked.resolve()));
  onTestFinished(() => silent.close());
  environments.set('silent', settingsFor(silent.url));
  const call = failureOf(services.client('silent').readConversation('c1'));
  await asked.promise;
  if (how === 'close') {
    await services.close();
  } else {
    services.remove('silent');
  }
  const failure = await call;
  expect(failure.code).toBe('cancelled');
  expect(failure.message).toContain('changed or removed');
});
