import { savedName } from '../../../preload/contract/application.ts';
import type { EntryDetails } from '../../../preload/contract/new-entry.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import type { ParsedInput } from '../../../preload/contract/operations.ts';
import type { SecondReviewRule } from '../../../preload/contract/policy.ts';
import type { TeamRole } from '../../../preload/contract/team-roles.ts';
import type { CallContext, HandlersOf } from '../../bridge/handlers.ts';
import type { Host } from '../../bridge/host.ts';
import { saveContent } from '../../bridge/save-content.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { Target } from '../../common/target.ts';
import type { Send } from '../../common/workers/request-worker.ts';
import type { CaseStore } from './case-store.ts';
import type { CaseEntry, ReportProgress } from './index/case-acts.ts';
import type { IndexRequests } from './index/index-service.ts';
import type { Selection } from './index/results.ts';
import { listAsText } from './list-export.ts';
import type { TestCases } from './test-cases.ts';

/** The most cases in a queue. */
const maxQueue = 10_000;

export interface CaseHandlerDeps {
  cases: CaseStore;
  host: Pick<Host, 'saveFile'>;
  /** Returns which member of the team works on which case. */
  claims(): {
    /** @throws Failure team-not-allowed if another member of the team works on one of the cases */
    checkFree(environmentId: string, conversationIds: readonly string[]): Promise<void>;
    /** Takes a case from the other member who has it. Returns both. @throws Failure team-unreachable, team-not-allowed */
    takeOver(
      target: Target,
      window: AbortSignal,
    ): Promise<Record<'to' | 'from', { id: string; name: string }>>;
  };
  /** Returns the shares of decisions that a second person of the team reviews. */
  secondReview(environmentId: string): SecondReviewRule[];
  tests: Pick<TestCases, 'among' | 'end' | 'mixedInto' | 'reload'>;
  /** Returns further notices about the cases of an environment. */
  notices(environmentId: string): string[];
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Returns the operations `cases.*` on the list of known conversations. None of them calls a service. */
export function caseHandlers(deps: CaseHandlerDeps): HandlersOf<'cases'> {
  const { cases } = deps;
  /** Returns a handler that the worker answers: its answer is one member of the response. */
  const answerIn =
    <N extends keyof IndexRequests, M extends string>(name: N, member: M) =>
    async (input: Parameters<IndexRequests[N]>[0]) =>
      memberOf(member, await (cases.request as Send<Pick<IndexRequests, N>>)(name, input as never));
  /** Returns a handler that enters something about each selected case. */
  const enterFor =
    <I extends { environmentId: string; selection: Selection }>(entriesOf: (input: I) => CaseEntry[]) =>
    (input: I, { progress }: { progress: ReportProgress }) =>
      cases.act(input.environmentId, input.selection, entriesOf(input), { progress });
  return {
    async 'cases.status'({ environmentId }) {
      const status = await cases.status(environmentId);
      return { ...status, notices: [...status.notices, ...deps.notices(environmentId)] };
    },
    'cases.query': (input) => cases.request('query', input),
    'cases.rows': answerIn('rows', 'rows'),
    'cases.position': answerIn('position', 'index'),
    'cases.get': answerIn('get', 'case'),
    async 'cases.reading'(input) {
      const reading = await cases.request('reading', input);
      if (reading === undefined) {
        throw new Failure({
          code: 'reading-expired',
          message: 'This read is no longer available. The last ten of each case are kept.',
        });
      }
      return reading;
    },
    'cases.search': answerIn('search', 'matches'),
    'cases.labels': answerIn('labels', 'labels'),
    'cases.counts': answerIn('counts', 'counts'),
    'cases.queue': answerIn('queue', 'queue'),
    'cases.views': answerIn('views', 'views'),
    'cases.settings': (input) => cases.request('settings', input),

    async 'cases.decide'({ environmentId, selection, decision }, { progress, approval }) {
      if ('ids' in selection) {
        await deps.claims().checkFree(environmentId, selection.ids);
      }
      const details = { ...(await decisionDetails(deps, decision)), ...approval };
      const testIds = 'kind' in decision ? await deps.tests.among(environmentId, selection) : [];
      const others = leftOut(selection, testIds);
      const result =
        'ids' in others && others.ids.length === 0
          ? { affected: 0 }
          : await cases.act(environmentId, others, [{ kind: 'decided', details }], {
              progress,
              isFinalOnly: decision.comment === undefined,
              secondReview: deps.secondReview(environmentId),
            });
      return 'kind' in decision && testIds.length > 0
        ? { ...result, tests: await deps.tests.end(environmentId, testIds, decision.kind) }
        : result;
    },
    async 'cases.settle'({ environmentId, conversationId, finding, settlement, reason }) {
      // The keys of a case that was just opened are written with it.
      await cases.openedConversations.recorded();
      const key = await cases.request('findingKey', { environmentId, conversationId, finding });
      if (key === undefined) {
        throw new Failure({
          code: 'invalid-input',
          message: 'The case no longer has this finding. Nothing was settled.',
          hint: 'Refresh the case.',
        });
      }
      const details = {
        key,
        finding: JSON.stringify(finding),
        settlement: settlement ?? 'withdrawn',
        reason,
      };
      return cases.act(environmentId, { ids: [conversationId] }, [{ kind: 'settled', details }]);
    },
    async 'cases.tick'({ environmentId, conversationId, item, ticked }) {
      const { checklist = [] } = await cases.request('settings', { environmentId });
      const entry = checklist.find(({ code, check }) => code === item && check === undefined);
      if (entry === undefined) {
        throw new Failure({
          code: 'invalid-input',
          message: 'The checklist has no such item to tick. Nothing was ticked.',
        });
      }
      const details = { item, label: entry.label, ticked };
      return cases.act(environmentId, { ids: [conversationId] }, [{ kind: 'ticked', details }]);
    },
    'cases.note': enterFor(({ text }) => [{ kind: 'noted', details: { text } }]),
    'cases.attach': (input) => cases.attach(input),
    'cases.saveAttachment': (input, { signal }) => saveAttachment(deps, input, signal),
    'cases.label': enterFor(({ add, remove }) => [
      ...add.map((label): CaseEntry => ({ kind: 'labelled', details: { label } })),
      ...remove.map((label): CaseEntry => ({ kind: 'unlabelled', details: { label } })),
    ]),
    'cases.state': enterFor(({ state, reason }) => [
      { kind: 'state-set', details: { state, ...omitUndefined({ reason }) } },
    ]),
    'cases.followUp': enterFor(({ followUp }) => [
      { kind: 'follow-up-set', details: followUp ?? { on: '' } },
    ]),
    async 'cases.assign'({ environmentId, selection, to, note }, { progress }) {
      const whom = to === null ? { to: '' } : await recipient(deps, to);
      const details = { ...whom, ...omitUndefined({ text: note }) };
      return cases.act(environmentId, selection, [{ kind: 'assigned', details }], { progress });
    },
    async 'cases.takeOver'({ note, ...target }, { closed }) {
      const { to, from } = await deps.claims().takeOver(target, closed);
      const details = {
        to: to.id,
        assignee: to.name,
        from: from.id,
        former: from.name,
        ...omitUndefined({ text: note }),
      };
      const selection = { ids: [target.conversationId] };
      return cases.act(target.environmentId, selection, [{ kind: 'assigned', details }]);
    },
    async 'cases.answer'({ text, ...target }) {
      const details = await cases.request('get', target);
      if (details?.row.question !== 'mine') {
        throw new Failure({
          code: 'team-not-allowed',
          message: 'No question about this case awaits your answer any more. Nothing was sent.',
          hint: 'The history says who answered or decided.',
        });
      }
      const selection = { ids: [target.conversationId] };
      return cases.act(target.environmentId, selection, [{ kind: 'answered', details: { text } }]);
    },
    'cases.watch': enterFor(({ watched }) => [{ kind: 'watched', details: { watched } }]),
    async 'cases.review'(input, { progress }) {
      const { environmentId, selection, reviewed } = input;
      const conversationIds = await cases.request('selected', { environmentId, selection });
      const entry = { kind: 'reviewed', details: { reviewed } } as const;
      const result = await cases.act(environmentId, selection, [entry], { progress });
      await cases.write('reviewInQueue', { environmentId, conversationIds, reviewed });
      return result;
    },
    async 'cases.revealed'(target) {
      await cases.append([{ kind: 'revealed', ...target, details: {} }]);
      return {};
    },
    'cases.forget': ({ environmentId, selection, afterMs }, { progress, signal, closed }) =>
      cases.forget(environmentId, selection, { afterMs, progress, signal, closed }),
    async 'cases.undo'(input) {
      const { affected } = await cases.write('undo', input);
      if (affected === 0) {
        throw new Failure({
          code: 'invalid-input',
          message:
            'This was changed or taken back meanwhile, in another window or by another user. Nothing was undone.',
        });
      }
      return { affected };
    },
    'cases.export': (input, context) => exportList(deps, input, context),

    async 'cases.startQueue'({ environmentId, selection, title }) {
      const selectedIds = (await cases.request('selected', { environmentId, selection })).slice(0, maxQueue);
      const ids = (await deps.tests.mixedInto(environmentId, selectedIds)).slice(0, maxQueue);
      if (ids.length === 0) {
        return {};
      }
      const queue = { title, ids, at: 0, reviewed: [] };
      await cases.write('saveQueue', { environmentId, queue });
      return { queue };
    },
    async 'cases.moveQueue'(input) {
      await cases.write('moveQueue', input);
      return {};
    },
    'cases.saveView': async (input) => ({ views: await cases.write('saveView', input) }),
    'cases.deleteView': async (input) => ({ views: await cases.write('deleteView', input) }),
    'cases.retentionPreview': (input) => cases.request('retentionPreview', { ...input, at: deps.now() }),
    async 'cases.restore'({ name }) {
      await cases.restore(name);
      deps.tests.reload();
      return {};
    },
    'cases.files': () => cases.files(),
    'cases.saveSettings': (input) => cases.write('saveSettings', input),
  };
}

/** Returns a selection without some cases. */
function leftOut(selection: Selection, ids: readonly string[]): Selection {
  return 'ids' in selection
    ? { ids: selection.ids.filter((id) => !ids.includes(id)) }
    : { ...selection, except: [...selection.except, ...ids] };
}

/** Returns an object with this member; without it where the value is undefined. */
function memberOf<M extends string, V>(
  member: M,
  value: V,
): undefined extends V ? { [K in M]?: Exclude<V, undefined> } : { [K in M]: V } {
  return (value === undefined ? {} : { [member]: value }) as ReturnType<typeof memberOf<M, V>>;
}

/** Returns the details of the entry about a decision, or the withdrawal of one. @throws Failure team-not-allowed if a question is for nobody of the team */
async function decisionDetails(
  deps: CaseHandlerDeps,
  decision: ParsedInput<'cases.decide'>['decision'],
): Promise<EntryDetails> {
  if ('withdrawn' in decision) {
    return decision;
  }
  const { kind, reason, comment, to } = decision;
  return {
    decision: kind,
    ...omitUndefined({ reason, comment }),
    ...(to && (await recipient(deps, to, 'this console'))),
  };
}

/** Returns to whom a case is assigned or escalated. @throws Failure team-not-allowed if nobody of the team is it, but for `except` */
async function recipient(
  { cases }: CaseHandlerDeps,
  to: { member: string } | { role: TeamRole },
  except?: 'this console',
): Promise<EntryDetails> {
  const { me, log } = (await cases.index.team()) ?? {};
  const [, member] =
    Object.entries(log?.members ?? {}).find(
      ([id, { role, removed }]) =>
        removed === undefined &&
        !(except && id === me) &&
        ('role' in to ? role === to.role : id === to.member),
    ) ?? [];
  if (member === undefined) {
    throw new Failure({
      code: 'team-not-allowed',
      message: `Nobody${except ? ' else' : ''} of the team is whom you named. Nothing was ${except ? 'decided' : 'assigned'}.`,
    });
  }
  return 'role' in to ? { toRole: to.role } : { to: to.member, assignee: member.name };
}

async function exportList(
  { cases, host, now }: CaseHandlerDeps,
  { environmentId, selection, format, withUserKeys }: ParsedInput<'cases.export'>,
  { signal, approval }: CallContext<'cases.export'>,
) {
  const conversationIds = await cases.request('selectedAtService', { environmentId, selection });
  const rowsOf = (ids: readonly string[]) =>
    cases.request('rowsOf', { environmentId, conversationIds: ids, everyFinding: true });
  const stamp = isoTime(now()).slice(0, 16).replace(':', '');
  const result = await saveContent(
    host,
    {
      fileName: `cases-${stamp}.${format}`,
      contentType: format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json',
      content: () => listAsText({ conversationIds, format, withUserKeys, rowsOf }),
    },
    signal,
  );
  if (result.kind !== 'cancelled') {
    const report = { cases: conversationIds.length, format, withUserKeys, ...savedName(result) };
    const details = { ...report, ...approval };
    await cases.append([{ kind: 'exported', environmentId, details }]);
  }
  return result;
}

async function saveAttachment(
  { cases, host }: CaseHandlerDeps,
  { note, ...target }: ParsedInput<'cases.saveAttachment'>,
  signal: AbortSignal,
) {
  const { fileName, content } = await cases.request('attachment', { ...target, note });
  const result = await saveContent(
    host,
    { fileName, contentType: 'application/octet-stream', content: () => content },
    signal,
  );
  if (result.kind !== 'cancelled') {
    await cases.append([{ kind: 'saved', ...target, details: savedName(result) }]);
  }
  return result;
}
