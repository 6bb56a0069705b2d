import { expect, onTestFinished, test } from 'vitest';
import { RawWork } from '../../../../main/features/conversations/raw/raw-work.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function work(): RawWork {
  const raw = new RawWork();
  onTestFinished(() => raw.forget());
  return raw;
}

test('questions about a response are answered in a thread, of one response after the other', async () => {
  const raw = work();
  const { signal } = new AbortController();
  expect(await raw.ask('at', 'r1', bytes('{"a":[1]}'), { line: 2 }, signal)).toMatchObject({
    path: '$.a[0]',
  });
  expect(await raw.ask('at', 'r2', bytes('{"b":2}'), { line: 1 }, signal)).toMatchObject({ path: '$.b' });
  expect(await raw.ask('filter', 'r1', bytes('{"a":[1]}'), { query: '$.a' }, signal)).toMatchObject({
    total: 1,
  });
});

test('a filter that runs is ended, and the next question is answered all the same', async () => {
  const raw = work();
  const large = bytes(`[${'{"a":[1,2,3,{"b":"c"}]},'.repeat(100_000)}0]`);
  const abort = new AbortController();
  const running = raw.ask('filter', 'r', large, { query: '$..[?@..b == "none"]' }, abort.signal);
  abort.abort();
  await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  const { signal } = new AbortController();
  expect(await raw.ask('at', 's', bytes('{"b":2}'), { line: 1 }, signal)).toMatchObject({ value: '2' });
});
