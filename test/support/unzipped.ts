import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The files of a ZIP by their paths, as another program reads them. */
export function unzipped(bytes: Buffer): Map<string, Buffer> {
  const directory = mkdtempSync(join(tmpdir(), 'assay-unzipped-'));
  try {
    const [zip, folder] = [join(directory, 'archive.zip'), join(directory, 'files')];
    mkdirSync(folder);
    writeFileSync(zip, bytes);
    execFileSync('python3', ['-m', 'zipfile', '-e', zip, folder]);
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    return new Map(
      files.map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.slice(folder.length + 1), readFileSync(path)];
      }),
    );
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
