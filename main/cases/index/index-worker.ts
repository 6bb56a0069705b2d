import { serveRequests } from '../../workers/serve-requests.ts';
import { IndexService } from './index-service.ts';

serveRequests(new IndexService());
