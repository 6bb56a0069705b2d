import { expect, test } from 'vitest';
import { testsOf } from '../../../main/launch/tests-of-changes.mjs';

const always = 'test/preload/contract/operations.test.ts';

test.each([
  ['main/features/cases/index/query.ts', ['test/main/features/cases/']],
  ['main/store/sealing.ts', ['test/main/store/']],
  ['preload/contract/cases.ts', ['test/preload/contract/']],
  ['renderer/features/media/pdf/pdf-bar.tsx', ['test/components/media/', 'test/renderer/features/media/']],
  ['main/compose.ts', ['test/main/compose.']],
  ['main/hosts/terminal/command.ts', ['test/hosts/terminal', 'test/main/hosts/terminal']],
  ['renderer/shell/rail.tsx', ['test/components/shell/', 'test/renderer/shell/']],
  ['test/components/cases/list.test.tsx', ['test/components/cases/list.test.tsx']],
  ['test/components/window.tsx', []],
  ['docs/guide/cases.md', ['test/docs/']],
  ['main/examine/README.md', ['test/docs/']],
])('the tests of %s are those of its folder', (path, folders) => {
  expect(testsOf([path, path])).toEqual([...folders, always]);
});
