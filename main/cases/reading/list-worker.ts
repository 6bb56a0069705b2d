import { serveTask } from '../../workers/serve-task.ts';
import { type ReadList, readList } from './read-list.ts';

serveTask<{ source: string | Uint8Array }, ReadList>(({ source }) => ({
  output: readList(typeof source === 'string' ? source : new TextDecoder().decode(source)),
}));
