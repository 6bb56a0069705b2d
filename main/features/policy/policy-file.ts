import { closeSync, openSync, type Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { maxPolicyText, type PolicyInForce } from '../../../preload/contract/policy.ts';
import { readBoundedFile, UnfitFile } from '../../common/read-bounded-file.ts';
import { readPolicy, unusablePolicy } from './read-policy.ts';

/** The place of a company's policy, and its permitted writer. */
export interface PolicySource {
  path: string;
  /** The user id of the administrator; absent on Windows, where whoever uses the console must not be able to write the file. */
  administrator?: number;
}

/** Enough for a hundred environments. Bytes. */
const maxFile = maxPolicyText;

/** Returns the place of the policy (docs/decisions/0017). No variable of the environment names it: users set those. */
export function policySource(platform: NodeJS.Platform): PolicySource {
  switch (platform) {
    case 'win32':
      return { path: 'C:\\ProgramData\\Assay\\policy.json' };
    case 'darwin':
      return { path: '/Library/Application Support/Assay/policy.json', administrator: 0 };
    default:
      return { path: '/etc/assay/policy.json', administrator: 0 };
  }
}

/** Reads the policy; undefined where the computer has none. Never rejects: see {@link unusablePolicy}. */
export async function readPolicyFile({
  path,
  administrator,
}: PolicySource): Promise<PolicyInForce | undefined> {
  try {
    const bytes = await readBoundedFile(path, maxFile, (stats) =>
      administrator === undefined ? refuseOwn(path) : refuseOthers(stats, administrator, 'it'),
    );
    if (administrator !== undefined) {
      refuseOthers(await stat(dirname(path)), administrator, 'its folder');
    }
    return readPolicy(new TextDecoder('utf-8', { fatal: true }).decode(bytes), path);
  } catch (error) {
    if (error instanceof UnfitFile) {
      return unusablePolicy(path, error.problem);
    }
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    if (code === 'ENOENT' || code === 'ENOTDIR') {
      return undefined;
    }
    const isText = code !== 'ERR_ENCODING_INVALID_ENCODED_DATA';
    return unusablePolicy(path, isText ? `it cannot be read (${code})` : 'it is not UTF-8 text');
  }
}

function refuseOthers({ uid, mode }: Stats, administrator: number, what: string): void {
  if (uid !== administrator) {
    throw new UnfitFile(`${what} does not belong to the administrator`);
  }
  if ((mode & 0o022) !== 0) {
    throw new UnfitFile(`${what} can be changed by others than the administrator`);
  }
}

/** Refuses a file that this user can write. */
function refuseOwn(path: string): void {
  try {
    closeSync(openSync(path, 'r+'));
  } catch {
    return;
  }
  throw new UnfitFile('it can be changed by whoever uses this console');
}
