import { serveRequests } from '../../workers/serve-requests.ts';
import { RunService } from './run-service.ts';

serveRequests(new RunService());
