import { serveTask } from '../../workers/serve-task.ts';
import { type ParsedList, parseList } from './read-list.ts';

serveTask<{ source: string | Uint8Array }, ParsedList>(({ source }) => ({
  output: parseList(typeof source === 'string' ? source : new TextDecoder().decode(source)),
}));
