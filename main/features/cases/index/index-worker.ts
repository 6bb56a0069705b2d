import { serveRequests } from '../../../common/workers/serve-requests.ts';
import { withStoreFailures } from '../../../store/store-failures.ts';
import { indexService } from './index-service.ts';

let now = 0;

serveRequests(withStoreFailures(indexService(() => now)), (at) => {
  now = at;
});
