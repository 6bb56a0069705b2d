import { expect, test } from 'vitest';
import { KeytarProcess } from '../../../main/keychain/keytar-process.ts';

test('after it was closed no call starts a process again', async () => {
  let started = 0;
  let exited: () => void = () => undefined;
  const keytar = new KeytarProcess(() => {
    started += 1;
    return {
      send: () => undefined,
      onReply: () => undefined,
      onExit: (listener) => {
        exited = listener;
      },
      kill: () => exited(),
    };
  });
  const waiting = keytar.getPassword('assay', 'one');
  keytar.close();
  await expect(waiting).rejects.toThrow('ended');
  await expect(keytar.getPassword('assay', 'one')).rejects.toThrow('closed');
  expect(started).toBe(1);
});
