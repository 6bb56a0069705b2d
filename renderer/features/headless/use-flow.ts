import { useMemo } from 'react';
import { type StoreApi, useStore } from 'zustand';
import { maxHeadlessFile } from '../../../preload/contract/headless.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { type HeadlessField, stepKey } from '../../../preload/wording/headless-fields.ts';
import { conversationEnded } from '../../../preload/wording/statuses.ts';
import { useEnvironmentAction, useEnvironmentQuery } from '../../environments/use-environment.ts';
import { formatBytes } from '../../ui/format-bytes.ts';
import { argsOf, type Draft, draftOf, type HeadlessDraft } from './draft.ts';

/** Milliseconds between two reads of the conversation, and after one that failed. */
const readEveryMs = 20_000;
const readAfterFailureMs = 60_000;

/** The flow of a conversation, its current step and the answer that is being entered. */
export type Flow = ReturnType<typeof useFlow>;

/** Follows the headless flow of a conversation (interface 4.6, 4.7). Each request is made on the user’s word only; an answer is sent once. */
export function useFlow(drafts: StoreApi<HeadlessDraft>, conversationId: string) {
  const flow = { conversationId };
  const opened = useEnvironmentQuery('headless.view', flow);
  const view = opened.data?.view;
  const conversation = useEnvironmentQuery('headless.conversation', flow, {
    refetchInterval: ({ state: { data, status, dataUpdatedAt } }) =>
      status === 'error'
        ? readAfterFailureMs
        : !conversationEnded(data?.conversation.status) &&
          Math.max(1000, dataUpdatedAt + readEveryMs - Date.now()),
  });
  const changes = {
    changes: ['headless.view', 'headless.flows'],
    alsoReads: ['headless.conversation'],
  } as const;
  const reading = useEnvironmentAction('headless.read', flow, changes);
  const submitting = useEnvironmentAction('headless.submit', flow, changes);
  const adding = useEnvironmentAction('headless.addFile', flow, { changes: ['headless.view'] });
  const removing = useEnvironmentAction('headless.removeFile', flow, { changes: ['headless.view'] });
  const forgetting = useEnvironmentAction('headless.forget', flow, { changes: ['headless.flows'] });
  const busy = submitting.busy
    ? 'submit'
    : reading.busy
      ? 'read'
      : adding.busy || removing.busy
        ? 'file'
        : undefined;
  const result = submitting.data ?? reading.data;

  const key = `${conversationId} ${stepKey(view?.page ?? {})}`;
  const ownDraft = useStore(drafts, (state) => (state.key === key ? state.draft : undefined));
  const changedAt = view?.flow.changedAt ?? 0;
  const empty = useMemo(() => draftOf(view?.page), [view?.page]);
  const draft = ownDraft ?? empty;
  const change = (update: (draft: Draft) => Draft) =>
    drafts.setState((now) => ({ key, draft: update(now.key === key ? now.draft : draft) }));
  /** Notes that a field was changed: its errors are those of the value before. */
  const changeField = (name: string, update: (draft: Draft) => Draft) =>
    change((now) => {
      const { changes: before, changedAfter } = now;
      const names = new Set([...(changedAfter === changedAt ? before : []), name]);
      return { ...update(now), changes: names, changedAfter: changedAt };
    });
  const setProblem = (name: string, problem: string | undefined) =>
    change((now) => {
      const others = [...now.fileProblems].filter(([field]) => field !== name);
      return {
        ...now,
        fileProblems: new Map(problem === undefined ? others : [...others, [name, problem]]),
      };
    });
  const forgetResult = () => {
    reading.reset();
    submitting.reset();
    forgetting.reset();
  };

  return {
    view,
    isOpening: opened.busy && opened.data === undefined,
    draft,
    /** Fields that were changed since the service named errors. */
    changes: draft.changedAfter === changedAt ? draft.changes : new Set<string>(),
    busy,
    progress: reading.progress,
    failure: submitting.failure ?? reading.failure ?? result?.failure ?? forgetting.failure ?? opened.failure,
    outcome: result?.outcome,
    settled: result?.settled,
    conversation,
    status: conversation.data?.conversation.status,
    change,
    changeValue: (name: string, value: string) =>
      changeField(name, (now) => ({ ...now, values: new Map([...now.values, [name, value]]) })),
    /** Shows the flow as main has it now; nothing is requested from the service. */
    look: opened.refresh,
    /** Reads the current step; `userIp` begins the flow or changes its address. */
    read(userIp?: string) {
      if (busy === undefined) {
        forgetResult();
        void reading.run(omitUndefined({ userIp }));
      }
    },
    /** Cancels the request under way. An answer that may have been sent then has an unknown outcome. */
    stop() {
      reading.stop();
      submitting.stop();
    },
    /** Sends the answer, once. */
    submit(confirmation?: string) {
      const next = view?.page?.next;
      const args = argsOf(draft);
      if (view === undefined || next === undefined || args === undefined || busy !== undefined) {
        return;
      }
      forgetResult();
      const files = view.files.map(({ name, fileId }) => ({ name, fileId, form: draft.fileForm }));
      const values = Object.entries(args).filter(([name]) => !files.some((file) => file.name === name));
      const input = { next, args: JSON.stringify(Object.fromEntries(values)), files };
      void submitting.run({ ...input, ...omitUndefined({ confirmation }) });
    },
    async addFile({ name, accept, maxBytes }: HeadlessField, file: File) {
      if (busy !== undefined) {
        return;
      }
      const limit = Math.min(maxBytes ?? maxHeadlessFile, maxHeadlessFile);
      // Checked before it is read: a file can be larger than memory.
      if (file.size > limit) {
        setProblem(
          name,
          `This file was not added: it is ${formatBytes(file.size)}. The limit is ${formatBytes(limit)}.`,
        );
        return;
      }
      setProblem(name, undefined);
      const buffer = await file.arrayBuffer().catch(() => undefined);
      if (buffer === undefined) {
        setProblem(name, 'The file could not be read. It may have been moved or changed.');
        return;
      }
      const bytes = new Uint8Array(buffer);
      const newFile = await adding.run({ name, fileName: file.name.slice(0, 500), bytes });
      if (newFile === undefined) {
        return;
      }
      const problem = typeProblem(newFile.type, accept);
      if (problem !== undefined) {
        await removing.run({ fileId: newFile.fileId });
      }
      setProblem(name, problem);
      changeField(name, (now) => ({ ...now, files: new Map([...now.files, [newFile.fileId, file]]) }));
    },
    /** The failure of the last file. */
    fileFailure: adding.failure ?? removing.failure,
    removeFile: (fileId: string) => void removing.run({ fileId }),
    /** Removes the flow; returns false if that failed. `unsettled`: also where the outcome of the last answer is not known. */
    async forget(alsoUnsettled: boolean): Promise<boolean> {
      forgetResult();
      return (await forgetting.run({ unsettled: alsoUnsettled })) !== undefined;
    },
  };
}

/** Returns why a file of this type is not taken, or undefined. `accept` holds MIME types, also as `image/*`; any type where it is empty. */
function typeProblem(type: string | undefined, accept: readonly string[]): string | undefined {
  const isAccepted = accept.some((one) =>
    one.endsWith('/*') ? type?.startsWith(one.slice(0, -1)) === true : one === type,
  );
  if (accept.length === 0 || isAccepted) {
    return undefined;
  }
  const content = type === undefined ? 'its content is of an unknown type' : `its content is ${type}`;
  return `This file was not added: ${content}. The service asks for ${accept.join(', ')}.`;
}
