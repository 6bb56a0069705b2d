import { serveRequests } from '../../../workers/serve-requests.ts';
import { RunService } from './service.ts';

serveRequests(new RunService());
