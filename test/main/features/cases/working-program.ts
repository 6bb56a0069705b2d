import { randomInt } from 'node:crypto';
import { writeSync } from 'node:fs';
import type { IndexRequests } from '../../../../main/features/cases/index/index-service.ts';
import { indexService } from '../../../../main/features/cases/index/index-service.ts';

/**
 * Works on cases until it is killed and prints each step before and after. Arguments: directory,
 * key (hexadecimal), round.
 */
const [directory = '', key = '', round = ''] = process.argv.slice(2);
const env = { environmentId: 'test-env' };
const who = { at: 1_700_000_000_000, actor: 'reviewer' };
const kinds = ['clear', 'escalate', 'reject'] as const;

/** Unbuffered, so that a printed line survives the kill. */
function say(line: object): void {
  writeSync(1, `${JSON.stringify(line)}\n`);
}

// Waits for a line of input, so that the process can be started in advance.
process.stdin.once('data', () => {
  const service = indexService();
  const { indexId = 'an-index' } = service.identify({ directory });
  service.open({
    storage: 'disk',
    directory,
    indexId,
    keys: [{ id: key.slice(0, 16), key: Buffer.from(key, 'hex') }],
    ...who,
  });
  for (let step = 0; ; step += 1) {
    work(service, `r${round}-c${step}`, step);
  }
});

function work(service: IndexRequests, conversationId: string, step: number): void {
  const target = { ...env, selection: { ids: [conversationId] }, ...who };
  does({ kind: 'record', conversationId }, () =>
    service.record({
      ...env,
      ...who,
      opened: true,
      conversationId,
      conversation: { id: conversationId, userKey: `user-${step}`, status: 'FINISHED', result: {} },
      notes: {},
    }),
  );
  const decision = kinds[randomInt(kinds.length)] ?? 'clear';
  does({ kind: 'decide', conversationId, value: decision }, () =>
    service.act({ ...target, entries: [{ kind: 'decided', details: { decision } }] }),
  );
  does({ kind: 'note', conversationId, value: `note ${step}` }, () =>
    service.act({ ...target, entries: [{ kind: 'noted', details: { text: `note ${step}` } }] }),
  );
  if (step % 2 === 1) {
    does({ kind: 'forget', conversationId }, () => service.forget(target));
  }
}

function does(step: object, act: () => unknown): void {
  say({ ...step, done: false });
  act();
  say({ ...step, done: true });
}
