import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { caseSort } from '../../../preload/contract/cases.ts';
import type { RunLine } from '../../../preload/contract/deletion-runs.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { OperationInput, OperationName, OperationOutput } from '../../../preload/contract/operations.ts';
import { needsApproval } from '../../../preload/shared/approval-rules.ts';
import { policyRefusal } from '../../../preload/shared/policy-rules.ts';
import { accessHint, accessRefusal, ownMember } from '../../../preload/shared/team-access.ts';
import { exportedCase } from '../../../preload/wording/case-columns.ts';
import { startOfDay } from '../../../preload/wording/case-filter/period.ts';
import { groupsText } from '../../../preload/wording/deletion-runs.ts';
import { counted } from '../../../preload/wording/terms.ts';
import type { Dispatch } from '../../bridge/dispatch.ts';
import { Failure } from '../../common/failure.ts';
import type { Console } from '../../compose.ts';
import { defaultDataDir } from '../../launch/data-dir.ts';
import { type ConsoleCommand, readArguments, UsageError, usageText } from './arguments.ts';

export type ExitStatus = 0 | 1 | 2 | 3;

export interface ConsoleCommandDeps {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
  /** Reads a file, or standard input for `-`. */
  readFile(path: string): Promise<Uint8Array>;
  /** Opens the console on a data directory; files are saved into `out`. @throws Failure data-directory-in-use */
  open(dataDir: string, out: string | undefined): Promise<Pick<Console, 'dispatch' | 'close'>>;
  environment: Record<string, string | undefined>;
}

/** The failure of an operation, in words for people. */
class NotDone extends Error {}

/** Milliseconds between two looks at what runs. */
const lookMs = 200;

type Ask = <N extends OperationName>(operation: N, input: OperationInput<N>) => Promise<OperationOutput<N>>;

/** Runs `read`, `media`, `cases` or `delete` with the same operations as the window. Returns the exit status of the usage. */
export async function runConsoleCommand(
  argv: readonly string[],
  system: ConsoleCommandDeps,
): Promise<ExitStatus> {
  try {
    const command = readArguments(argv);
    if (command === undefined) {
      system.stdout.write(usageText);
      return 0;
    }
    return await run(command, system);
  } catch (error) {
    if (error instanceof UsageError) {
      system.stderr.write(`${error.message}\n\n${usageText}`);
      return 2;
    }
    if (error instanceof NotDone) {
      system.stderr.write(`${error.message}\n`);
      return 3;
    }
    if (error instanceof Failure) {
      system.stderr.write(`${[error.message, error.hint].filter(Boolean).join('\n')}\n`);
      return 3;
    }
    throw error;
  }
}

async function run(command: ConsoleCommand, system: ConsoleCommandDeps): Promise<ExitStatus> {
  const source = command.kind === 'delete' ? await read(command.file, system) : undefined;
  const dataDir = resolve(command.dataDir ?? defaultDataDir(process.platform, system.environment, homedir()));
  const opened = await system.open(dataDir, command.kind === 'media' ? resolve(command.out) : undefined);
  const ask = asking(opened.dispatch);
  let before: string | undefined;
  try {
    const { environments, selectedId } = await ask('environments.list', {});
    const named = environments.filter(
      ({ id, settings }) => id === command.environment || settings.name === command.environment,
    );
    const [environment] =
      command.environment === undefined ? environments.filter(({ id }) => id === selectedId) : named;
    if (environment === undefined || named.length > 1) {
      throw new NotDone(
        named.length > 1
          ? `Several environments are called ${command.environment}. Use the id of one: ${named.map(({ id }) => id).join(', ')}.`
          : `There is no environment ${command.environment ?? 'that is selected'}. There is: ${environments.map(({ settings }) => settings.name).join(', ')}.`,
      );
    }
    const environmentId = environment.id;
    if (environmentId !== selectedId) {
      before = selectedId;
      await ask('environments.select', { environmentId });
    }
    if (command.kind === 'read' || command.kind === 'cases') {
      // Printed data has left the console, and is not masked.
      const { policy } = await ask('policy.view', {});
      const { kind } = environment.settings;
      const isApproved = needsApproval(policy, { environmentId, kind, action: 'export' });
      const refusal =
        policyRefusal(policy, 'export') ??
        policyRefusal(policy, 'show') ??
        (isApproved ? 'A second person must approve what leaves the console' : undefined);
      if (refusal !== undefined) {
        throw new NotDone(`${refusal}: your company’s policy sets this. Nothing was read.`);
      }
      const withoutAccess = accessRefusal(ownMember((await ask('team.view', {})).team), Date.now());
      if (withoutAccess !== undefined) {
        throw new NotDone(`${withoutAccess}. ${accessHint}. Nothing was read.`);
      }
    }
    const print = (value: object, text: () => string) =>
      system.stdout.write(command.json ? `${JSON.stringify(value)}\n` : text());
    switch (command.kind) {
      case 'read': {
        const { conversation } = await ask('conversations.open', {
          environmentId,
          conversationId: command.conversationId,
        });
        print({ conversation }, () => `${JSON.stringify(conversation, null, 2)}\n`);
        return 0;
      }
      case 'media':
        return await saveMedia(ask, environmentId, command.conversationId, print);
      case 'cases':
        return await listCases(ask, environmentId, command.filter, print);
    }
    return await deleteData(ask, environmentId, command, source ?? new Uint8Array(), print);
  } finally {
    if (before !== undefined) {
      await ask('environments.select', { environmentId: before }).catch(() => undefined);
    }
    await opened.close();
  }
}

type Print = (value: object, text: () => string) => unknown;

async function saveMedia(
  ask: Ask,
  environmentId: string,
  conversationId: string,
  print: Print,
): Promise<ExitStatus> {
  const { media } = await ask('media.list', { environmentId, conversationId });
  const files: { mediaId: string; path?: string; bytes?: number; problem?: string }[] = [];
  for (const { id: mediaId } of media) {
    if (mediaId === undefined) {
      continue;
    }
    try {
      const saved = await ask('media.save', { environmentId, conversationId, mediaId });
      files.push({ mediaId, ...(saved.kind === 'saved' ? { path: saved.path, bytes: saved.bytes } : {}) });
    } catch (error) {
      if (!(error instanceof NotDone)) {
        throw error;
      }
      files.push({ mediaId, problem: error.message });
    }
  }
  print({ files }, () =>
    files.map(({ mediaId, path, problem }) => `${path ?? `${mediaId}: not saved. ${problem}`}\n`).join(''),
  );
  return files.some(({ problem }) => problem !== undefined) ? 1 : 0;
}

async function listCases(
  ask: Ask,
  environmentId: string,
  filter: OperationInput<'cases.query'>['filter'],
  print: Print,
): Promise<ExitStatus> {
  const now = Date.now();
  const { resultId, total } = await ask('cases.query', {
    environmentId,
    filter,
    sort: caseSort.parse({ by: 'opened', descending: true }),
    dayStarts: { today: startOfDay(now, 0), yesterday: startOfDay(now, -1), week: startOfDay(now, -6) },
  });
  const cases: ReturnType<typeof exportedCase>[] = [];
  for (let from = 0; from < total; from += 200) {
    const page = { environmentId, resultId, from, count: 200, everyFinding: true };
    const { rows } = await ask('cases.rows', page);
    cases.push(...rows.filter((row) => row !== null).map(exportedCase));
  }
  print({ cases }, () =>
    cases
      .map(
        ({ conversationId, assessment, state = '', userKey = '' }) =>
          `${[conversationId, assessment, state, userKey].join('\t')}\n`,
      )
      .join(''),
  );
  return 0;
}

/** Deletes as the window does: a preview, the confirmation, and the run to its end. */
async function deleteData(
  ask: Ask,
  environmentId: string,
  { environment, reason, ticket, yes, identity }: Extract<ConsoleCommand, { kind: 'delete' }>,
  source: Uint8Array,
  print: Print,
): Promise<ExitStatus> {
  const { listId } = await ask('reading.readList', { environmentId, source });
  let draft = await ask('deletionRuns.prepare', { environmentId, from: { listId } });
  const { draftId } = draft;
  while (draft.state === 'reading') {
    await delay(lookMs);
    draft = await ask('deletionRuns.draft', { environmentId, draftId });
  }
  if (draft.state === 'paused' || draft.included !== Number(yes)) {
    await ask('deletionRuns.discard', { environmentId, draftId });
    throw new NotDone(
      draft.state === 'paused'
        ? `Nothing was sent: not all conversations could be read. ${draft.failure?.message ?? ''}`
        : `Nothing was sent: the data of ${counted(draft.included, 'conversation')} would be deleted, not of ${yes}. ${groupsText(draft.groups)}`,
    );
  }
  const { runId } = await ask('deletionRuns.start', {
    environmentId,
    draftId,
    reason,
    pace: { concurrency: 4, stopAfter: 10 },
    count: yes,
    environmentName: environment,
    ...omitUndefined({ identity, ticket }),
  });
  const run = await ended(ask, runId);
  const lines: RunLine[] = [];
  for (let from = 0, total = 1; from < total; from += 500) {
    const page = await ask('deletionRuns.lines', { runId, from, count: 500 });
    lines.push(...page.lines);
    ({ total } = page);
  }
  print({ runId, ...omitUndefined({ state: run?.state, failure: run?.failure }), lines }, () =>
    [
      ...lines.map(({ conversationId, line, outcome, receiptIds }) =>
        [conversationId ?? `line ${line}`, outcome ?? 'not sent', ...receiptIds].join('\t'),
      ),
      ...(run === undefined
        ? []
        : [`The run is ${run.state}. ${run.failure?.message ?? ''} Open the console to go on.`]),
      '',
    ].join('\n'),
  );
  const sent = lines.filter(({ plan }) => plan.length > 0);
  return run === undefined && sent.every(({ outcome }) => outcome === 'confirmed') ? 0 : 1;
}

/** Waits until a run is over. Returns it where a user must decide how it goes on. */
async function ended(ask: Ask, runId: string) {
  for (;;) {
    const { runs } = await ask('deletionRuns.list', {});
    const run = runs.find((one) => one.runId === runId);
    if (run === undefined || run.state === 'done') {
      return undefined;
    }
    if (run.state === 'paused' || run.state === 'interrupted' || run.state === 'missed') {
      return run;
    }
    await delay(lookMs);
  }
}

function asking(dispatch: Dispatch): Ask {
  const client = dispatch.client();
  let calls = 0;
  return async (operation, input) => {
    const envelope = await client.invoke({
      callId: String(++calls),
      operation,
      input,
      progress: () => undefined,
    });
    if (!envelope.ok) {
      const { message, hint } = envelope.error;
      throw new NotDone([message, hint].filter(Boolean).join('\n'));
    }
    return envelope.value as OperationOutput<typeof operation>;
  };
}

async function read(path: string, system: ConsoleCommandDeps): Promise<Uint8Array> {
  try {
    return await system.readFile(path);
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
