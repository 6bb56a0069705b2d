import { describe, expect, test } from 'vitest';
import type { Host } from '../../../../main/bridge/host.ts';
import { applicationHandlers } from '../../../../main/features/application/handlers.ts';
import { Downloads } from '../../../../main/hosts/browser/downloads.ts';
import { browserHost } from '../../../../main/hosts/browser/host.ts';
import { defaultPreferences } from '../../../../preload/contract/application.ts';

const facts = { version: '0.1.0', platform: 'linux' };
const kept = { change: async () => defaultPreferences };
const context = () => ({
  signal: new AbortController().signal,
  closed: new AbortController().signal,
  progress: () => undefined,
});
const bare = browserHost(new Downloads(() => 0), {});

describe('on a host where the page does it', () => {
  const handlers = applicationHandlers(bare, facts, kept);
  test('main reports the operation as unsupported', () => {
    expect(() => handlers['application.copy']({ text: 'x' }, context())).toThrowError(
      expect.objectContaining({ code: 'not-supported-here' }),
    );
  });
});

describe('on a host that does it', () => {
  test('the host is called', () => {
    const asked: unknown[] = [];
    const host: Host = {
      ...bare,
      capabilities: {
        folderDialog: true,
        clipboard: true,
        contentProtection: false,
        unlock: false,
      },
      copy: (...given) => void asked.push(given),
    };
    const handlers = applicationHandlers(host, facts, kept);
    expect(handlers['application.copy']({ text: 'x', clearAfterMs: 5000 }, context())).toEqual({});
    expect(asked).toEqual([['x', 5000]]);
  });
});
