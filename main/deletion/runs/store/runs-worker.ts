import { serveRequests } from '../../../workers/serve-requests.ts';
import { runService } from './service.ts';

serveRequests(runService());
