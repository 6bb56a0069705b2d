import type { BridgeClient } from '../../renderer/bridge/bridge-client.ts';
import { newDataDir, OpenKeychain, sandbox, startConsole } from '../main/features/cases/cases-harness.ts';
import { startPostgres } from '../support/postgres.ts';
import { createTeam, untilTeam } from '../support/team.ts';
import { type BenchRow, median } from './row.ts';

const acts = 300;

/** An act of a person on a console without a team, in a team, and in a team whose database is dead, one after the other. */
export async function benchTeamActs(): Promise<BenchRow[]> {
  await using stack = new AsyncDisposableStack();
  const start = async () => {
    const { dataDir, remove } = newDataDir();
    stack.defer(remove);
    const console = await startConsole(dataDir, new OpenKeychain());
    stack.defer(() => console.close());
    const conversationId = console.samples[0]?.id ?? '';
    await console.bridge.invoke('conversations.open', { ...sandbox, conversationId });
    return { bridge: console.bridge, conversationId, times: [] as number[] };
  };
  const [alone, live, dead] = [await start(), await start(), await start()];
  await createTeam(live.bridge, await stack.use(await startPostgres()).member(), 'Anna');
  const stopped = stack.use(await startPostgres());
  await createTeam(dead.bridge, await stopped.member(), 'Anna');
  await stopped.stop('crash');
  await untilTeam(dead.bridge, ({ connection }) => connection.state === 'interrupted');
  for (let act = 0; act < acts; act += 1) {
    for (const { bridge, conversationId, times } of [alone, live, dead]) {
      times.push(await timeOfNote(bridge, conversationId, `act ${act}`));
    }
  }
  const own = median(alone.times);
  const ratio = (name: string, { times }: typeof alone): BenchRow => ({
    name: `an act on one’s own console ${name}, beside one without a team`,
    value: median(times) / own,
    unit: '×',
    aim: '1.2',
    met: median(times) / own <= 1.2,
    detail: `median of ${acts} notes: ${median(times).toFixed(1)} ms and ${own.toFixed(1)} ms`,
  });
  return [ratio('in a team', live), ratio('in a team whose database is dead', dead)];
}

async function timeOfNote(bridge: BridgeClient, conversationId: string, text: string): Promise<number> {
  const begin = performance.now();
  await bridge.invoke('cases.note', { ...sandbox, selection: { ids: [conversationId] }, text });
  return performance.now() - begin;
}
