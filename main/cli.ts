import { consoleCommands, overview } from './hosts/terminal/commands.ts';
import { isOwnCommand, ownCommands } from './hosts/terminal/own-commands.ts';
import { runInTerminal } from './hosts/terminal/run.ts';

const [command, ...rest] = process.argv.slice(2);

async function run(): Promise<number> {
  if (isOwnCommand(command)) {
    return ownCommands[command](rest);
  }
  if (command === '--help' || command === '-h') {
    process.stdout.write(overview);
    return 0;
  }
  if (consoleCommands.some((one) => one === command)) {
    return runInTerminal(process.argv.slice(2), async (given) => {
      // Loaded late: the other commands need none of it.
      const { compose } = await import('./compose.ts');
      return compose(given);
    });
  }
  process.stderr.write(
    `${command === undefined ? 'A command is missing' : 'There is no such command'}.\n\n${overview}`,
  );
  return 2;
}

const status = await run();
await Promise.all([process.stdout, process.stderr].map((out) => new Promise((done) => out.write('', done))));
// A keychain that does not answer would keep the process running.
process.exit(status);
