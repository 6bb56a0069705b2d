import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeMessage, messageLength } from '../../../main/environments/bus-wire.ts';
import { secretServiceStatus } from '../../../main/environments/keychain-status.ts';
import { readSecretServiceState } from '../../../main/environments/secret-service.ts';
import { openSessionBus, sessionBusSocket } from '../../../main/environments/session-bus.ts';
import { listenAsBus } from '../../support/fake-bus.ts';
import { fuzzRuns } from '../../support/full-tests.ts';

describe('the session bus', () => {
  test.each([
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' }, '/run/user/1000/bus'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/a%20b/bus,guid=00ff' }, '/run/a b/bus'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=/tmp/dbus-x,guid=0' }, '\0/tmp/dbus-x'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=h,port=1;unix:guid=1,path=/p' }, '/p'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=h,port=1' }, undefined],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/a%zz' }, undefined],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/a%00b' }, undefined],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/a%zz;unix:path=/p' }, '/p'],
    [{ XDG_RUNTIME_DIR: '/run/user/1000' }, '/run/user/1000/bus'],
    [{}, undefined],
  ])('is found from %o at %s', (variables, socket) => {
    expect(sessionBusSocket(variables)).toBe(socket);
  });

  test('is not waited for beyond the timeout', async () => {
    const variables = await listenAsBus(() => undefined);
    expect(await readSecretServiceState(variables, 200)).toBe('silent');
  });

  test('may refuse this program', async () => {
    const variables = await listenAsBus((socket) => socket.end('REJECTED EXTERNAL\r\n'));
    expect(await readSecretServiceState(variables, 2_000)).toBe('refused');
  });

  test('that closes the connection, or does not exist, is no bus', async () => {
    expect(await readSecretServiceState(await listenAsBus((socket) => socket.end()), 2_000)).toBe('no-bus');
    const chatter = await listenAsBus((socket) => socket.write(`OK 00\r\n${'l\x02\x00\x01'.repeat(50)}`));
    expect(await readSecretServiceState(chatter, 2_000)).toBe('no-bus');
    const nowhere = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent/bus' };
    expect(await readSecretServiceState(nowhere, 2_000)).toBe('no-bus');
  });

  test('with an unreadable address is no bus', async () => {
    const variables = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/a%zz' };
    expect(await readSecretServiceState(variables, 2_000)).toBe('no-bus');
  });

  test('that sends an endless line is disconnected without buffering much', async () => {
    let sent = 0;
    const hungUp = Promise.withResolvers<void>();
    const variables = await listenAsBus((socket) => {
      const send = () => {
        sent += 4_096;
        socket.write(Buffer.alloc(4_096, 'A'), (error) => error ?? setImmediate(send));
      };
      socket.once('close', () => hungUp.resolve());
      send();
    });
    const path = sessionBusSocket(variables) ?? '';
    const opening = openSessionBus(path, AbortSignal.timeout(10_000));
    await expect(opening).rejects.toThrow('too long a line');
    await hungUp.promise;
    // The system's socket buffers add to the 16 KiB.
    expect(sent).toBeLessThan(4_000_000);
  });

  test('cannot make reading a message endless', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const message = Buffer.from(bytes);
        messageLength(message);
        try {
          decodeMessage(message);
        } catch (error) {
          expect(error).toBeInstanceOf(Error);
        }
      }),
      { numRuns: fuzzRuns(2_000) },
    );
  });
});

describe('the messages about the secret store', () => {
  test('contain the command for this system', () => {
    const command = (osRelease: string) =>
      secretServiceStatus('no-service', { platform: 'linux', variables: {}, osRelease }).command;
    expect(command('ID=ubuntu\nID_LIKE=debian')).toMatch(/^sudo apt install gnome-keyring/);
    expect(command('ID="rocky"\nID_LIKE="rhel centos fedora"')).toMatch(/^sudo dnf install/);
    expect(command('ID=arch')).toMatch(/^sudo pacman/);
    expect(command('ID="opensuse-leap"\nID_LIKE="suse opensuse"')).toMatch(/^sudo zypper/);
  });

  test('refer to the window if there is a display, otherwise to a terminal', () => {
    const machine = { platform: 'linux', osRelease: '' } as const;
    const seen = secretServiceStatus('locked', { ...machine, variables: { WAYLAND_DISPLAY: 'wayland-0' } });
    expect(seen.command).toBeUndefined();
    expect(seen.hint).toContain('Passwords and Keys');
    expect(secretServiceStatus('locked', { ...machine, variables: {} }).command).toContain(
      'gnome-keyring-daemon',
    );
  });
});
