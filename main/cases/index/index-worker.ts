import { withStoreFailures } from '../../store/store-failures.ts';
import { serveRequests } from '../../workers/serve-requests.ts';
import { indexService } from './index-service.ts';

serveRequests(withStoreFailures(indexService()));
