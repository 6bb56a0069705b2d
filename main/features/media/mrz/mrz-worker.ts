import { serveTask } from '../../../common/workers/serve-task.ts';
import { type MrzReading, readMrz } from './read-mrz.ts';
import type { GreyPicture } from './text-lines.ts';

serveTask<GreyPicture, MrzReading | undefined>((picture) => ({ output: readMrz(picture) }));
