import type { MrzReading } from '../../../../preload/contract/mrz.ts';
import { serveTask } from '../../../common/workers/serve-task.ts';
import { readMrz } from './read-mrz.ts';
import type { GreyPicture } from './text-lines.ts';

serveTask<GreyPicture, MrzReading | undefined>((picture) => ({ output: readMrz(picture) }));
