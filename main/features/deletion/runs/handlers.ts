import { maxRunItems } from '../../../../preload/contract/deletion-runs.ts';
import type { HandlersOf } from '../../../bridge/handlers.ts';
import type { Host } from '../../../bridge/host.ts';
import { saveContent } from '../../../bridge/save-content.ts';
import { Failure } from '../../../common/failure.ts';
import { isoTime } from '../../../common/iso-time.ts';
import type { CaseStore } from '../../cases/case-store.ts';
import type { ListReader } from '../../cases/reading/list-reader.ts';
import type { ConsoleSigner } from '../../records/console-key/console-key.ts';
import type { Printer } from '../../records/print/printer.ts';
import { contentTypes } from '../../records/receipts/handlers.ts';
import type { EarlyDeletions } from '../early-deletions.ts';
import type { ApprovalPort } from './deps.ts';
import { csvReport, jsonReport } from './report/run-report.ts';
import { runTable } from './report/run-table.ts';
import type { Runs } from './runs.ts';
import type { RunStore } from './store/run-store.ts';
import { unreadableTexts } from './store/sealed-texts.ts';

export interface RunHandlerDeps {
  runs: Runs;
  store: Pick<RunStore, 'request' | 'register' | 'lines'>;
  signer(): Promise<ConsoleSigner>;
  cases: Pick<CaseStore, 'request'>;
  lists: Pick<ListReader, 'take'>;
  early: EarlyDeletions;
  printer: Pick<Printer, 'print'>;
  host: Pick<Host, 'saveFile'>;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Returns the operations `approvals.*` about deletions. */
export function approvalHandlers(
  runs: Pick<Runs, 'propose' | 'approve'>,
  approvals: Pick<ApprovalPort, 'reject'>,
): Pick<HandlersOf<'approvals'>, 'approvals.propose' | 'approvals.approve' | 'approvals.reject'> {
  return {
    async 'approvals.propose'(input) {
      await runs.propose(input);
      return {};
    },
    async 'approvals.approve'(input) {
      await runs.approve(input);
      return {};
    },
    async 'approvals.reject'({ id, comment }) {
      await approvals.reject(id, comment);
      return {};
    },
  };
}

/** Returns the operations `deletionRuns.*` (interface 3.3, 4.3). */
export function deletionRunHandlers(deps: RunHandlerDeps): HandlersOf<'deletionRuns'> {
  const { runs, store } = deps;
  return {
    async 'deletionRuns.prepare'({ environmentId, from }) {
      if ('listId' in from) {
        const { conversations, unsent } = deps.lists.take(environmentId, from.listId);
        return runs.prepare(environmentId, conversations, unsent);
      }
      if ('proposal' in from) {
        return runs.prepareProposal(environmentId, from.proposal);
      }
      const ids =
        'ids' in from
          ? from.ids
          : 'due' in from
            ? await deps.cases.request('dueIds', { environmentId, group: 'due', count: maxRunItems })
            : await deps.cases.request('selectedAtService', { environmentId, selection: from.selection });
      return runs.prepare(
        environmentId,
        ids.map((conversationId) => ({ conversationId })),
      );
    },
    'deletionRuns.draft': ({ environmentId, draftId }) => runs.draft(environmentId, draftId).view(),
    'deletionRuns.early': ({ environmentId, draftId }) =>
      deps.early.count(environmentId, runs.draft(environmentId, draftId).items()),
    async 'deletionRuns.rows'({ environmentId, draftId, group, from, count }) {
      const { rows, total } = runs.draft(environmentId, draftId).rows(group, from, count);
      return { rows: await deps.early.mark(environmentId, rows), total };
    },
    'deletionRuns.choose'({ environmentId, draftId, change }) {
      const draft = runs.draft(environmentId, draftId);
      if (draft.proposal !== undefined && !('reading' in change)) {
        throw new Failure({
          code: 'invalid-input',
          message: 'Nothing can be chosen: this is what was proposed.',
        });
      }
      if ('choice' in change) {
        draft.choose(change.choice, change);
      } else if ('included' in change) {
        draft.include(change, change.included);
      } else if (change.reading === 'pause') {
        draft.pause();
      } else if (change.reading === 'resume') {
        draft.read();
      } else {
        draft.readAgain();
      }
      return draft.view();
    },
    'deletionRuns.discard'({ environmentId, draftId }) {
      runs.draft(environmentId, draftId);
      runs.discard(draftId);
      return {};
    },
    'deletionRuns.start': (input) => runs.start(input),
    'deletionRuns.list': () => ({ runs: runs.list() }),
    'deletionRuns.register': (input) => store.register(input),
    'deletionRuns.lines': (input) => store.lines(input),
    async 'deletionRuns.control'({ runId, action }) {
      await runs.control(runId, action);
      return {};
    },
    async 'deletionRuns.setPace'({ runId, pace }) {
      await runs.setPace(runId, pace);
      return {};
    },
    async 'deletionRuns.report'({ runId, format }, { signal }) {
      const run = await store.request('run', { runId });
      if (run === undefined) {
        throw new Failure({ code: 'invalid-input', message: 'This run is not in the register.' });
      }
      const signer = await deps.signer();
      const stamp = isoTime(run.createdAt).slice(0, 16).replace(':', '');
      const counts = await store.request('counts', { runId });
      const { [runId]: texts = unreadableTexts } = await store.request('texts', { runIds: [runId] });
      const report = { run: { ...run, texts }, counts, store, signer, now: deps.now() };
      const content = async () =>
        format === 'pdf'
          ? await deps.printer.print(await runTable(report), signal)
          : format === 'csv'
            ? csvReport(report)
            : jsonReport(report);
      const file = { fileName: `deletions-${stamp}.${format}`, contentType: contentTypes[format], content };
      return saveContent(deps.host, file, signal);
    },
  };
}
