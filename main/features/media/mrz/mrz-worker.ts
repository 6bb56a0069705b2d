import type { MrzReading } from '../../../../preload/contract/mrz.ts';
import { serveTask } from '../../../common/workers/serve-task.ts';
import type { MrzTask } from './mrz-reader.ts';
import { readMrz } from './read-mrz.ts';
import { straightenedDocuments } from './straighten.ts';

serveTask<MrzTask, MrzReading | undefined>(({ picture, corners }) => {
  for (const upright of corners ? straightenedDocuments(picture, corners) : [picture]) {
    const output = readMrz(upright);
    if (output) {
      return { output };
    }
  }
  return { output: undefined };
});
