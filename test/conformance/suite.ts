import { afterAll, beforeAll, test } from 'vitest';
import { Client } from './client.ts';
import type { TargetChoice } from './target.ts';

type Need = keyof TargetChoice['has'];

/** The tools with which a section's rules are written. */
export interface Suite {
  /** A rule of the interface document; `needs` lists what a target must offer to check it. */
  rule(name: string, check: (client: Client) => Promise<void>, ...needs: Need[]): void;
}

/** Opens the target once for all sections, and prints the rules that were not checked. */
export function suiteFor(choice: TargetChoice): Suite {
  let client: Client | undefined;
  let close = async () => {};
  const unchecked: string[] = [];

  beforeAll(async () => {
    const opened = await choice.open();
    client = new Client(opened.target);
    close = opened.close;
  });
  afterAll(async () => {
    await close();
    if (unchecked.length === 0) {
      return;
    }
    process.stderr.write(
      `\nNOT CHECKED: ${unchecked.length} rules of the interface, for want of what they need:\n${unchecked
        .map((line) => `  - ${line}\n`)
        .join('')}`,
    );
  });

  return {
    rule(name, check, ...needs) {
      const missing = needs.filter((need) => !choice.has[need]);
      if (missing.length > 0) {
        unchecked.push(`${name} (needs ${missing.join(', ')})`);
      }
      test.skipIf(missing.length > 0)(name, async () => {
        if (client === undefined) {
          throw new Error('The target was not opened');
        }
        await check(client);
      });
    },
  };
}
