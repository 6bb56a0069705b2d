import type { ParsedInput } from '../../../preload/contract/operations.ts';
import type { HandlersOf } from '../../bridge/handlers.ts';
import type { Host } from '../../bridge/host.ts';
import { saveContent } from '../../bridge/save-content.ts';
import { Failure } from '../../common/failure.ts';
import { isoTime } from '../../common/iso-time.ts';
import type { CaseStore } from './case-store.ts';
import { decisionEntry, labelEntries } from './entries.ts';
import { listAsText } from './list-export.ts';

/** The most cases in a queue. */
const maxQueue = 10_000;

export interface CaseHandlerDeps {
  cases: CaseStore;
  host: Pick<Host, 'saveFile'>;
  /** Returns further notices about the cases of an environment. */
  notices(environmentId: string): string[];
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Returns the operations `cases.*` on the list of known conversations. None of them calls a service. */
export function caseHandlers(deps: CaseHandlerDeps): HandlersOf<'cases'> {
  const { cases } = deps;
  return {
    async 'cases.status'({ environmentId }) {
      const status = await cases.status(environmentId);
      return { ...status, notices: [...status.notices, ...deps.notices(environmentId)] };
    },
    'cases.query': (input) => cases.request('query', input),
    'cases.rows': async (input) => ({ rows: await cases.request('rows', input) }),
    async 'cases.position'(input) {
      const index = await cases.request('position', input);
      return index === undefined ? {} : { index };
    },
    async 'cases.get'(input) {
      const found = await cases.request('get', input);
      return found === undefined ? {} : { case: found };
    },
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
    'cases.search': async (input) => ({ matches: await cases.request('search', input) }),
    'cases.labels': async (input) => ({ labels: await cases.request('labels', input) }),

    async 'cases.decide'({ environmentId, selection, decision }, { progress }) {
      if (decision !== null && decision.comment === undefined) {
        await cases.opened.recorded();
        checkFinal(await cases.request('countUnfinal', { environmentId, selection }));
      }
      return cases.act(environmentId, selection, [decisionEntry(decision)], progress);
    },
    'cases.note': ({ environmentId, selection, text }, { progress }) =>
      cases.act(environmentId, selection, [{ kind: 'noted', details: { text } }], progress),
    'cases.label': ({ environmentId, selection, add, remove }, { progress }) =>
      cases.act(environmentId, selection, labelEntries(add, remove), progress),
    'cases.state': ({ environmentId, selection, state }, { progress }) =>
      cases.act(environmentId, selection, [{ kind: 'state-set', details: { state } }], progress),
    'cases.watch': ({ environmentId, selection, watched }, { progress }) =>
      cases.act(environmentId, selection, [{ kind: 'watched', details: { watched } }], progress),
    'cases.review': ({ environmentId, selection, reviewed }, { progress }) =>
      cases.act(environmentId, selection, [{ kind: 'reviewed', details: { reviewed } }], progress),
    async 'cases.revealed'({ environmentId, conversationId, scope }) {
      await cases.append([{ kind: 'revealed', environmentId, conversationId, details: { scope } }]);
      return {};
    },
    'cases.forget': ({ environmentId, selection }, { progress }) =>
      cases.forget(environmentId, selection, progress),
    'cases.export': (input, { signal }) => exportList(deps, input, signal),

    'cases.counts': async (input) => ({ counts: await cases.request('counts', input) }),
    async 'cases.queue'(input) {
      const queue = await cases.request('queue', input);
      return queue === undefined ? {} : { queue };
    },
    async 'cases.startQueue'({ environmentId, selection, title }) {
      const ids = (await cases.request('selected', { environmentId, selection })).slice(0, maxQueue);
      if (ids.length === 0) {
        return {};
      }
      const queue = { title, ids, at: 0, reviewed: [] };
      await cases.write('saveQueue', { environmentId, queue });
      return { queue };
    },
    async 'cases.saveQueue'({ environmentId, queue }) {
      await cases.write('saveQueue', { environmentId, queue: queue ?? undefined });
      return {};
    },
    'cases.views': async (input) => ({ views: await cases.request('views', input) }),
    'cases.saveView': async (input) => ({ views: await cases.write('saveView', input) }),
    'cases.deleteView': async (input) => ({ views: await cases.write('deleteView', input) }),
    'cases.settings': ({ environmentId }) => cases.settings(environmentId),
    'cases.retentionPreview': (input) => cases.request('retentionPreview', { ...input, at: deps.now() }),
    async 'cases.restore'({ name }) {
      await cases.restore(name);
      return {};
    },
    'cases.files': () => cases.files(),
    'cases.saveSettings': (input) => cases.saveSettings(input),
  };
}

/** @throws Failure comment-needed where some cases have no final results */
function checkFinal(unfinal: number): void {
  if (unfinal > 0) {
    throw new Failure({
      code: 'comment-needed',
      message:
        unfinal === 1
          ? 'The results are not final: something is still in progress or was not read. Nothing was decided.'
          : `${unfinal} of the cases have no final results. Nothing was decided.`,
      hint: 'Enter a comment that says why you decide now, or wait for the results.',
    });
  }
}

async function exportList(
  { cases, host, now }: CaseHandlerDeps,
  { environmentId, selection, format, withUserKeys }: ParsedInput<'cases.export'>,
  signal: AbortSignal,
) {
  const conversationIds = await cases.request('selected', { environmentId, selection });
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
    const details = { cases: conversationIds.length, format, withUserKeys };
    await cases.append([{ kind: 'exported', environmentId, details }]);
  }
  return result;
}
