import { EventEmitter } from 'node:events';
import { beforeEach, expect, test } from 'vitest';
import {
  handleUncaughtErrors,
  redactedStack,
} from '../../../../main/features/application/uncaught-errors.ts';

const name = 'Anna Müller';
let process: EventEmitter;
let said: string[];
let ended: number;
let stop: () => void;

beforeEach(() => {
  process = new EventEmitter();
  said = [];
  ended = 0;
  stop = handleUncaughtErrors(
    process,
    (message) => said.push(message),
    () => {
      ended += 1;
    },
  );
});

test('an uncaught exception is reported without its message, and ends the console once', () => {
  process.emit('uncaughtException', new TypeError(`no photo of ${name}`));
  process.emit('uncaughtException', new TypeError(`no photo of ${name}`));
  expect(ended).toBe(1);
  expect(said).toHaveLength(2);
  expect(said[0]).toMatch(/TypeError\n\s+at .*defects\.test\.ts/);
  expect(said.join()).not.toContain(name);
});

test('an unhandled rejection is reported without its message, and the console continues', () => {
  process.emit('unhandledRejection', new Error(name));
  process.emit('unhandledRejection', name);
  expect(ended).toBe(0);
  expect(said).toHaveLength(2);
  expect(said.join()).not.toContain(name);
});

test('a message that looks like a code location is not reported either', () => {
  expect(redactedStack(new Error(`first\n    at ${name}\n    at ${name}`))).not.toContain(name);
});

test('handling ends', () => {
  stop();
  expect(process.eventNames()).toEqual([]);
});
