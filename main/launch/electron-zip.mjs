import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** The path of the runtime's program in its archive; `electron/install.js` writes the same into `path.txt`. */
const programs = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' };

/**
 * Returns the published archive of the runtime for this project and machine.
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
 * Unpacks a supplied runtime archive to where `electron/install.js` would have put it, if it is the published one: its
 * SHA-256 is compared with the checksums in the electron package.
 *
 * @param {string} root the project's directory
 * @param {string} file
 * @param {{ platform?: string, arch?: string }} [machine]
 * @returns {Promise<string | undefined>} why it was not used; nothing was changed then
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
    return `${name} is not one of the published archives`;
  }
  if (!existsSync(file)) {
    return `${file}, which ASSAY_ELECTRON_ZIP names, does not exist`;
  }
  const hash = createHash('sha256');
  try {
    await pipeline(createReadStream(file), hash);
  } catch (error) {
    return `${file}, which ASSAY_ELECTRON_ZIP names, cannot be read (${error instanceof Error ? error.message : error})`;
  }
  const digest = hash.digest('hex');
  if (digest !== published) {
    return `${basename(file)} is not the published ${name}: its SHA-256 is ${digest}, and should be ${published}`;
  }
  const fresh = join(home, `dist-${process.pid}`);
  try {
    // Imported here, because this file is loaded before the dependencies are installed.
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
