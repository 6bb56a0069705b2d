import { basename } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from '../../vitest.config.ts';

/** How many tests a change is given: the nearest, so that one that none notices ends as well. */
const mostFiles = 12;
const changed = (process.env.ASSAY_MUTATED ?? '').split('/');
const [name = ''] = (changed.at(-1) ?? '').split('.');

/** How many folders of the file that was changed (`ASSAY_MUTATED`) a test shares, and more if it has its name. */
function nearness({ moduleId }: TestSpecification): number {
  let near = basename(moduleId).startsWith(`${name}.`) ? changed.length : 0;
  for (let depth = 1; depth < changed.length; depth += 1) {
    near += moduleId.includes(`/${changed.slice(0, depth).join('/')}/`) ? 1 : 0;
  }
  // Component tests lie in the folder of their feature.
  const feature = changed[0] === 'renderer' && moduleId.includes(`/components/${changed[1]}/`);
  return near + (feature ? 2 : 0);
}

class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((one, other) => nearness(other) - nearness(one)).slice(0, mostFiles);
  }
}

const { projects, ...shared } = base.test ?? {};

/** The tests that need no build, those near the file that was changed first, and none of them tried twice. */
export default {
  test: {
    ...shared,
    retry: 0,
    sequence: { sequencer: NearestFirst },
    projects: projects
      ?.filter((project) => typeof project === 'string' || !JSON.stringify(project).includes('"built,'))
      .map((project) =>
        typeof project === 'object' && 'test' in project
          ? { ...project, test: { ...project.test, retry: 0 } }
          : project,
      ),
  },
};
