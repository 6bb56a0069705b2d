/** Variables with a signing key for electron-builder; with any of them the installers must be signed. */
const signingVariables = ['CSC_LINK', 'CSC_NAME', 'WIN_CSC_LINK', 'AZURE_TENANT_ID'];

/**
 * electron-builder's arguments from the distributor's environment variables: signing keys, and `ASSAY_UPDATE_URL`, the
 * address of updates (electron-updater's generic provider). None is set by default.
 *
 * @param {Record<string, string | undefined>} environment
 * @returns {{ args: string[] } | { reason: string }} `reason`: a sentence when the variables are inconsistent
 */
export function builderArguments(environment) {
  const isSigned = signingVariables.some((name) => environment[name]);
  const signing = isSigned ? ['--config.forceCodeSigning=true'] : [];
  const url = environment.ASSAY_UPDATE_URL;
  if (!url) {
    return { args: signing };
  }
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') {
    return { reason: 'ASSAY_UPDATE_URL must be an https address: updates replace the program.' };
  }
  if (!isSigned) {
    return {
      reason: 'ASSAY_UPDATE_URL needs installers that are signed: set CSC_LINK, CSC_NAME or WIN_CSC_LINK.',
    };
  }
  return { args: [...signing, '--config.publish.provider=generic', `--config.publish.url=${url}`] };
}

/** electron-builder's flags of systems, with the platform of each. */
const systemFlags = new Map([
  ['--linux', 'linux'],
  ['-l', 'linux'],
  ['--mac', 'darwin'],
  ['-m', 'darwin'],
  ['-o', 'darwin'],
  ['--macos', 'darwin'],
  ['--win', 'win32'],
  ['-w', 'win32'],
  ['--windows', 'win32'],
]);
const processorFlags = new Set(['--x64', '--arm64', '--ia32', '--armv7l', '--universal']);

/**
 * Returns whether arguments for electron-builder name another system or processor than this one: the runtime installed here is not theirs.
 *
 * @param {string[]} args
 * @param {string} platform `process.platform`
 * @param {string} arch `process.arch`
 */
export function namesOtherTarget(args, platform, arch) {
  return args.some((argument) => {
    const system = systemFlags.get(argument);
    return (
      (system !== undefined && system !== platform) ||
      (processorFlags.has(argument) && argument !== `--${arch}`)
    );
  });
}
