import { expect, test } from 'vitest';
import { DrawingQueue } from '../../../../../renderer/features/media/pdf/drawing-queue.ts';

const never = new AbortController().signal;

test('one page is drawn at a time, those in view before thumbnails, and none that was given up', async () => {
  const queue = new DrawingQueue();
  const drawn: string[] = [];
  let active = 0;
  const draw = (name: string) => async () => {
    active += 1;
    expect(active).toBe(1);
    await Promise.resolve();
    drawn.push(name);
    active -= 1;
    return name;
  };
  const leaving = new AbortController();
  const gone = queue.run(1, leaving.signal, draw('gone'));
  const first = [
    queue.run(2, never, draw('thumbnail 1')),
    queue.run(0, leaving.signal, draw('left')),
    queue.run(2, never, draw('thumbnail 2')),
    queue.run(0, never, draw('page 1')),
    queue.run(1, never, draw('nearby')),
    queue.run(0, never, draw('page 2')),
  ];
  leaving.abort(new Error('left'));
  const results = await Promise.allSettled([gone, ...first]);
  expect(drawn).toEqual(['gone', 'page 1', 'page 2', 'nearby', 'thumbnail 1', 'thumbnail 2']);
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
});

test('a drawing that fails does not hold up the next', async () => {
  const queue = new DrawingQueue();
  const failing = queue.run(0, never, () => Promise.reject(new Error('damaged')));
  const next = queue.run(0, never, () => Promise.resolve('drawn'));
  await expect(failing).rejects.toThrow('damaged');
  await expect(next).resolves.toBe('drawn');
});

test('a drawing given up before it is asked for is never begun', async () => {
  const ended = AbortSignal.abort(new Error('left'));
  await expect(new DrawingQueue().run(0, ended, () => Promise.resolve('drawn'))).rejects.toThrow('left');
});
