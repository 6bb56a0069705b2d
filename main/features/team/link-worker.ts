import { serveWaiting } from '../../common/workers/serve-requests.ts';
import { linkService } from './link-service.ts';

serveWaiting(linkService());
