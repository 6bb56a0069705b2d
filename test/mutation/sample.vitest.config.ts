import { BaseSequencer, type TestSpecification } from 'vitest/node';
import base from '../../vitest.config.ts';

/** How many folders of the file that was changed (`ASSAY_MUTATED`) a test shares. */
function nearness({ moduleId }: TestSpecification): number {
  const folders = (process.env.ASSAY_MUTATED ?? '').split('/').slice(0, -1);
  let near = 0;
  while (near < folders.length && moduleId.includes(`/${folders.slice(0, near + 1).join('/')}/`)) {
    near += 1;
  }
  return near;
}

class NearestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    return files.toSorted((one, other) => nearness(other) - nearness(one));
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
