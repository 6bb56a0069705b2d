import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Target } from '../../../../main/common/target.ts';
import { FlowFile } from '../../../../main/features/headless/flow-file.ts';
import { HeadlessFlows } from '../../../../main/features/headless/flows.ts';
import { inspectLocalFile } from '../../../../main/features/media/media-kind.ts';
import type { Services } from '../../../../main/service/port.ts';
import type { EnvironmentSettings } from '../../../../preload/contract/environments.ts';
import type { JsonValue } from '../../../../preload/contract/json.ts';
import { type Service, startService } from '../../../support/service.ts';

const notAborted = new AbortController().signal;
export const userIp = '203.0.113.7';

/** Flows on a service, with a file of their own; `restart` is what another start of the console sees. */
export function flowsOn(services: Pick<Services, 'client'>, settings: EnvironmentSettings) {
  const folder = mkdtempSync(join(tmpdir(), 'assay-headless-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'headless-runs.json');
  const logged: unknown[] = [];
  const open = (file = path) =>
    new HeadlessFlows({
      services,
      settings: () => settings,
      file: new FlowFile({ file, log: (message) => logged.push(message) }),
      inspect: inspectLocalFile,
      now: Date.now,
      log: (error) => logged.push(error),
    });
  return { path, folder, logged, open, onDisk: () => readFileSync(path, 'utf8') };
}

/** One conversation's flow, as a window drives it. */
export function walk(flows: HeadlessFlows, target: Target) {
  const read = (address?: string) => flows.read(target, address, { signal: notAborted });
  return {
    target,
    read,
    /** Answers the page that was read last. */
    async answer(
      args: Record<string, JsonValue>,
      more: Partial<Parameters<HeadlessFlows['submit']>[1]> = {},
    ) {
      const next = (await flows.view(target))?.page?.next ?? '';
      return flows.submit(target, { next, args, files: [], ...more }, notAborted);
    },
    async file(name: string, bytes: Uint8Array, fileName = `${name}.png`) {
      const { fileId } = await flows.addFile(target, name, fileName, bytes);
      return [{ name, fileId, form: 'base64' as const }];
    },
  };
}

/** A controlled sandbox with a new conversation of a strategy. */
export async function conversationOf(
  strategy = 'sandbox:default',
): Promise<{ service: Service; target: Target }> {
  const service = await startService();
  onTestFinished(() => service.close());
  return { service, target: await created(service, strategy) };
}

export async function created(service: Service, strategy: string): Promise<Target> {
  const { value } = await service.services.client('e1').createConversation({
    userKey: 'u1',
    strategy,
    returnUrl: 'https://shop.example/',
    query: { identity: {} },
  });
  return { environmentId: 'e1', conversationId: value.id ?? '' };
}
