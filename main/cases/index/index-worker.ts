import { serveRequests } from '../../workers/serve-requests.ts';
import { indexService } from './index-service.ts';

serveRequests(indexService());
