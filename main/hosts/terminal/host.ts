import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join, parse } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileToSave, Host, TransferOptions } from '../../bridge/host.ts';
import { Failure } from '../../common/failure.ts';
import { forkKeytar } from '../../keychain/keytar-child.ts';
import { proxyFromEnvironment } from '../browser/system-proxy.ts';

/** Returns the host of a command: without a window, and with files saved into a folder. */
export function terminalHost(out: string | undefined, environment: Record<string, string | undefined>): Host {
  return {
    name: 'command line',
    capabilities: {
      saveDialog: true,
      folderDialog: false,
      clipboard: false,
      contentProtection: false,
      unlock: false,
    },
    notices: [],
    versions: { node: process.versions.node },
    saveFile: (file, options) => save(file, out, options),
    mediaAddress: (token) => token,
    mediaToken: (address) => address,
    startKeytar: forkKeytar,
    systemProxy: async (url) => proxyFromEnvironment(url, environment),
  };
}

/** Writes the whole file or nothing, never over another one. @throws Failure file-not-written, or that of the source */
async function save(file: FileToSave, out: string | undefined, { signal }: TransferOptions) {
  if (out === undefined) {
    throw new Failure({ code: 'not-supported-here', message: 'This command saves no file.' });
  }
  const { name, ext } = parse(file.fileName);
  const { body } = await file.open(signal);
  for (let number = 1; ; number++) {
    const path = join(out, number === 1 ? file.fileName : `${name} (${number})${ext}`);
    const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
    const opened = await new Promise<NodeJS.ErrnoException | undefined>((resolve) => {
      target.once('open', () => resolve(undefined));
      target.once('error', resolve);
    });
    if (opened?.code === 'EEXIST') {
      continue;
    }
    if (opened !== undefined) {
      body.destroy();
      throw new Failure({ code: 'file-not-written', message: `${path} cannot be written.` });
    }
    try {
      await pipeline(body, target, { signal });
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    }
    return { kind: 'saved' as const, path, bytes: target.bytesWritten };
  }
}
