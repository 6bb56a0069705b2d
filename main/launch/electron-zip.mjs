import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** What the runtime's program is called inside its archive; `electron/install.js` writes the same into `path.txt`. */
const programs = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/**
 * The archive of the runtime that this project and machine need, as it is published.
 *
 * @param {string} root the project's directory
 * @param {string} [platform]
 * @param {string} [arch]
 */
export function wantedZip(root, platform = process.platform, arch = process.arch) {
  const { version } = JSON.parse(
    readFileSync(join(root, 'node_modules', 'electron', 'package.json'), 'utf8'),
  );
  return { version: String(version), name: `electron-v${version}-${platform}-${arch}.zip` };
}

/**
 * Unpacks a runtime that somebody downloaded where `electron/install.js` would have put it, if it is the published one: its
 * SHA-256 is compared with the checksums inside the electron package.
 *
 * @param {string} root the project's directory
 * @param {string} file
 * @param {{ platform?: string, arch?: string }} [machine]
 * @returns {Promise<string | undefined>} why it was not used; nothing of what was there is changed then
 */
export async function unpackElectronZip(
  root,
  file,
  { platform = process.platform, arch = process.arch } = {},
) {
  const home = join(root, 'node_modules', 'electron');
  const { name } = wantedZip(root, platform, arch);
  const published = JSON.parse(readFileSync(join(home, 'checksums.json'), 'utf8'))[name];
  if (typeof published !== 'string') {
    return `there is no ${name} among the published archives`;
  }
  if (!existsSync(file)) {
    return `${file}, which ASSAY_ELECTRON_ZIP names, is not there`;
  }
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    return `${file}, which ASSAY_ELECTRON_ZIP names, cannot be read (${error instanceof Error ? error.message : error})`;
  }
  const found = hash.digest('hex');
  if (found !== published) {
    return `${basename(file)} is not the published ${name}: its SHA-256 is ${found}, and should be ${published}`;
  }
  const fresh = join(home, `dist-${process.pid}`);
  try {
    // Not at the top: this file is read before the dependencies are installed.
    const { extract } = await import('@electron-internal/extract-zip');
    await extract(resolve(file), { dir: fresh });
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    return `${basename(file)} could not be unpacked (${error instanceof Error ? error.message : error})`;
  }
  rmSync(join(home, 'dist'), { recursive: true, force: true });
  renameSync(fresh, join(home, 'dist'));
  writeFileSync(
    join(home, 'path.txt'),
    programs[/** @type {keyof typeof programs} */ (platform)] ?? 'electron',
  );
  return undefined;
}
