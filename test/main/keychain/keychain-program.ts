/** Runs keychain calls given as JSON and prints their results, in its own process and session. */
import { readFileSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { Failure } from '../../../main/common/failure.ts';
import { forkKeytar } from '../../../main/keychain/keytar-child.ts';
import { KeytarProcess } from '../../../main/keychain/keytar-process.ts';
import { createSystemKeychain } from '../../../main/keychain/system-keychain.ts';

export type KeychainCall =
  | { do: 'state' }
  | { do: 'ask-again' }
  | { do: 'get' | 'delete'; account: string }
  | { do: 'set'; account: string; secret: string };

/** `processes`: how many of the keychain were started until then. */
export type KeychainAnswer = { processes: number } & (
  | { value: unknown }
  | { code: string; message: string; hint: string | undefined }
);

async function main(): Promise<void> {
  const calls = JSON.parse(await text(process.stdin)) as KeychainCall[];
  const machine = {
    platform: process.platform,
    variables: process.env,
    osRelease: readFileSync('/etc/os-release', 'utf8'),
  };
  let processes = 0;
  const fork = () => {
    processes += 1;
    return forkKeytar();
  };
  const keychain = createSystemKeychain({
    machine,
    load: async () => new KeytarProcess(fork),
    bounds: { openMs: 5_000, promptMs: Number(process.env.ASK_MS ?? 5_000) },
  });
  const answers: KeychainAnswer[] = [];
  for (const call of calls) {
    try {
      const value = await perform(call);
      answers.push({ value: value ?? null, processes });
    } catch (error) {
      if (!(error instanceof Failure)) {
        throw error;
      }
      answers.push({ code: error.code, message: error.message, hint: error.hint, processes });
    }
  }
  process.stdout.write(JSON.stringify(answers), () => process.exit(0));

  function perform(call: KeychainCall): unknown {
    switch (call.do) {
      case 'state':
        return keychain.state();
      case 'ask-again':
        return keychain.askAgain();
      case 'get':
        return keychain.get(call.account);
      case 'delete':
        return keychain.delete(call.account);
      case 'set':
        return keychain.set(call.account, call.secret);
    }
  }
}

await main();
