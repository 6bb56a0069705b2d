import { join } from 'node:path';
import { FuseV1Options, FuseVersion, flipFuses } from '@electron/fuses';

/**
 * The permissions of the runtime, written into its executable (security checklist 19). Every fuse is named; one that a newer
 * runtime adds fails the packaging until it is decided here. `electronFuses` of electron-builder knows only eight.
 */
export const fuses = /** @type {const} */ ({
  version: FuseVersion.V1,
  strictlyRequireAllFuses: true,
  // Writing the fuses breaks the signature that a macOS executable for arm64 must have even where it is not signed.
  resetAdHocDarwinSignature: true,
  [FuseV1Options.RunAsNode]: false,
  [FuseV1Options.EnableCookieEncryption]: true,
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable]: false,
  [FuseV1Options.EnableNodeCliInspectArguments]: false,
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation]: true,
  [FuseV1Options.OnlyLoadAppFromAsar]: true,
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
  [FuseV1Options.GrantFileProtocolExtraPrivileges]: false,
  // As Electron ships it: V8 catches accesses outside WebAssembly's memory instead of checking each.
  [FuseV1Options.WasmTrapHandlers]: true,
});

/**
 * @typedef {import('app-builder-lib').LinuxPackager} LinuxPackager
 * @param {import('app-builder-lib').AfterPackContext} context
 */
export async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const name =
    electronPlatformName === 'linux'
      ? /** @type {LinuxPackager} */ (packager).executableName
      : packager.appInfo.productFilename;
  const ending = { darwin: '.app', mas: '.app', win32: '.exe' }[electronPlatformName] ?? '';
  await flipFuses(join(appOutDir, `${name}${ending}`), fuses);
}
