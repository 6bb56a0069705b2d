import { serveRequests } from '../../common/workers/serve-requests.ts';
import { linkService } from './link-service.ts';

serveRequests(linkService());
