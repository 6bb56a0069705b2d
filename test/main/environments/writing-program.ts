/** Saves settings without end, one line of output for each save, until it is killed. */
import { openDesk, settings } from './environment-harness.ts';

const desk = await openDesk(process.argv[2] ?? '');
const { environments } = await desk.ask('environments.list', {});
const environmentId =
  environments[1]?.id ?? (await desk.ask('environments.save', { settings: settings() })).id;
for (let number = 0; ; number += 1) {
  // Of growing length, so that a file written in place would show a torn end.
  const name = `${'x'.repeat(number % 60)}${number}`;
  await desk.ask('environments.save', { environmentId, settings: settings({ name }) });
  process.stdout.write('saved\n');
}
