import { execFileSync } from 'node:child_process';
import { dirname, parse } from 'node:path';

/**
 * Returns the folders and files of the tests of what changed: those that mirror its folder, in the units and in the components, or its name where it is in none; of a document, those that compare documents with the code. Tests elsewhere that
 * a change reaches through imports are left to `npm test`: a change of the contract reaches nearly all.
 *
 * @param {readonly string[]} changed paths from the project's directory
 * @returns {string[]}
 */
export function testsOf(changed) {
  return [
    ...new Set(
      changed.flatMap((path) => {
        if (path.endsWith('.md')) {
          return ['test/docs/'];
        }
        const [top = '', area = '', feature = ''] = dirname(path).split('/');
        if (top === 'test') {
          return /\.test\.tsx?$/.test(path) ? [path] : [];
        }
        if (area === '') {
          return ['main', 'preload', 'renderer'].includes(top) ? [`test/${top}/${parse(path).name}.`] : [];
        }
        const folder = area === 'features' ? `${area}/${feature}` : area;
        if (top === 'renderer') {
          return [`test/components/${area === 'features' ? feature : area}/`, `test/renderer/${folder}/`];
        }
        if (top === 'main' && area === 'hosts') {
          return [`test/hosts/${feature}`, `test/main/hosts/${feature}`];
        }
        return top === 'main' || top === 'preload' ? [`test/${top}/${folder}/`] : [];
      }),
    ),
    // Runs the tests that say what an operation lacks.
    'test/preload/contract/operations.test.ts',
  ];
}

/**
 * Returns the files that differ from a commit, those that are not in git included.
 *
 * @param {string} root
 * @param {string} since
 * @returns {string[]}
 */
export function changedFiles(root, since) {
  /** @param {string[]} args */
  const lines = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8' })
      .split('\n')
      .filter((line) => line !== '');
  return [...lines('diff', '--name-only', since), ...lines('ls-files', '--others', '--exclude-standard')];
}
