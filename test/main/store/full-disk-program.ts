/** Remembers conversations in the directory named on the command line until the file may not grow any more; prints what was seen. */
import { History } from '../../../main/store/history.ts';

const notices: (string | undefined)[] = [];
const history = new History({
  dataDir: process.argv[2] ?? '',
  now: () => 0,
  elapsed: () => performance.now(),
  onNotice: () => notices.push(history.notice),
  log: () => undefined,
});
for (let at = 0; at < 2_000 && history.notice === undefined; at += 1) {
  const environmentId = `environment-${Math.floor(at / 150)}`;
  history.remember({ environmentId, conversationId: `conversation-${at}-${'x'.repeat(200)}`, at });
}
const answer = { notice: history.notice, notices, listed: history.list('environment-0').length };
process.stdout.write(JSON.stringify(answer));
