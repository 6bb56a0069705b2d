import { serveRequests } from '../../../../common/workers/serve-requests.ts';
import { runService } from './service.ts';

serveRequests(runService());
