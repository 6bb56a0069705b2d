import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readArguments } from '../../main/hosts/electron/arguments.ts';

describe('the command line', () => {
  test('starts the console in the default directory', () => {
    expect(readArguments(['assay'], true)).toEqual({ kind: 'console', dataDir: undefined });
    expect(readArguments(['electron', '.'], false)).toEqual({ kind: 'console', dataDir: undefined });
  });

  test('starts it in another directory on request, among switches of the runtime', () => {
    const argv = ['electron', '.', '--no-sandbox', '--data-dir=profile', 'assay://conversation/a'];
    expect(readArguments(argv, false)).toEqual({ kind: 'console', dataDir: resolve('profile') });
    expect(readArguments(['assay', '--data-dir='], true)).toEqual({ kind: 'console', dataDir: undefined });
  });

  test('verifies if that is the first argument, packaged or not', () => {
    expect(readArguments(['assay', 'verify', '--json', 'body'], true)).toEqual({
      kind: 'own',
      name: 'verify',
      rest: ['--json', 'body'],
    });
    expect(readArguments(['electron', '.', 'verify', 'body'], false)).toMatchObject({
      kind: 'own',
      name: 'verify',
    });
  });

  test('lists its commands on request, packaged or not', () => {
    for (const argument of ['--help', '-h']) {
      expect(readArguments(['assay', argument], true)).toEqual({ kind: 'help' });
      expect(readArguments(['electron', '.', argument], false)).toEqual({ kind: 'help' });
    }
  });

  test('verifies as root on Linux too, where the sandbox must be off', () => {
    const wanted = { kind: 'own', name: 'verify', rest: ['--json', 'body'] };
    for (const before of [[], ['--no-sandbox']]) {
      expect(readArguments(['assay', ...before, 'verify', '--json', 'body'], true)).toEqual(wanted);
      expect(readArguments(['electron', ...before, '.', 'verify', '--json', 'body'], false)).toEqual(wanted);
      expect(readArguments(['electron', '.', ...before, 'verify', '--json', 'body'], false)).toEqual(wanted);
    }
    expect(readArguments(['assay', '--another', 'verify'], true)).toMatchObject({ kind: 'console' });
  });

  test.each(['read', 'media', 'cases', 'delete'])('runs %s as a command of the terminal', (command) => {
    const argv = [command, '--data-dir=profile', '--json'];
    expect(readArguments(['assay', ...argv], true)).toEqual({ kind: 'command', argv });
    expect(readArguments(['assay', 'assay://conversation/a', ...argv], true).kind).toBe('console');
  });

  test('recognises a command only as the first argument', () => {
    expect(readArguments(['assay', 'assay://conversation/a', 'verify'], true)).toMatchObject({
      kind: 'console',
    });
    expect(readArguments(['electron', 'verify'], false)).toMatchObject({ kind: 'console' });
  });
});
