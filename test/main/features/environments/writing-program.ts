/** Saves settings in a loop and prints a line for each save, until it is killed. */
import { openEnvironmentHarness, settings } from './environment-harness.ts';

const harness = await openEnvironmentHarness(process.argv[2] ?? '');
const { environments } = await harness.ask('environments.list', {});
const environmentId =
  environments[1]?.id ?? (await harness.ask('environments.save', { settings: settings() })).id;
for (let number = 0; ; number += 1) {
  // Names grow in length, so that a file written in place would show a torn end.
  const name = `${'x'.repeat(number % 60)}${number}`;
  await harness.ask('environments.save', { environmentId, settings: settings({ name }) });
  process.stdout.write('saved\n');
}
