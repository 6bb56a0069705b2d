import { createStore, type StoreApi } from 'zustand/vanilla';
import { type HeadlessResult, maxHeadlessFile } from '../../../preload/contract/headless.ts';
import { omitUndefined } from '../../../preload/contract/objects.ts';
import { stepKey } from '../../../preload/wording/headless-fields.ts';
import { conversationEnded } from '../../../preload/wording/statuses.ts';
import { type BridgeClient, failureOf } from '../../bridge/bridge-client.ts';
import { LatestRequest } from '../../bridge/latest-request.ts';
import { changesOf } from './conversation-changes.ts';
import { draftOf, jsonOf, readArgs } from './draft.ts';
import { fileProblem, tooLargeText } from './file-rules.ts';
import type { ConversationBeside, HeadlessState } from './headless-state.ts';

/** Milliseconds between two reads of the conversation, and after one that failed. */
const readEveryMs = 20_000;
const readAfterFailureMs = 60_000;

const nothingBeside = (): ConversationBeside => ({
  conversation: undefined,
  readAt: undefined,
  nextAt: undefined,
  changes: [],
  failure: undefined,
});

const blank = () => ({
  view: undefined,
  draft: draftOf(undefined),
  busy: undefined,
  progress: undefined,
  failure: undefined,
  outcome: undefined,
  settled: undefined,
  fileProblems: new Map<string, string>(),
  chosen: new Map<string, File>(),
  beside: nothingBeside(),
});

export function createHeadlessStore(
  bridge: BridgeClient,
  now: () => number = Date.now,
): StoreApi<HeadlessState> {
  const opening = new LatestRequest();
  const reading = new LatestRequest();
  let stepping = new AbortController();

  return createStore<HeadlessState>((set, get) => {
    const target = () => {
      const { environmentId, conversationId } = get();
      return environmentId === undefined || conversationId === undefined
        ? undefined
        : { environmentId, conversationId };
    };
    type Target = NonNullable<ReturnType<typeof target>>;
    const isCurrent = (of: Target) =>
      get().environmentId === of.environmentId && get().conversationId === of.conversationId;

    /** Takes what main returned; what was entered stays while the page is the same. */
    const take = ({ view, outcome, settled, failure }: HeadlessResult) => {
      const before = get().view?.page;
      const isSame = before !== undefined && stepKey(before) === stepKey(view.page ?? {});
      const held = new Set(view.files.map(({ fileId }) => fileId));
      set(({ draft, chosen, fileProblems }) => ({
        view,
        outcome,
        settled,
        failure,
        busy: undefined,
        progress: undefined,
        draft: isSame ? { ...draft, changed: new Set<string>() } : draftOf(view.page),
        chosen: new Map([...chosen].filter(([fileId]) => held.has(fileId))),
        fileProblems: isSame ? fileProblems : new Map<string, string>(),
      }));
    };

    /** One request of the flow at a time. */
    const step = async (
      busy: 'read' | 'submit',
      request: (of: Target, signal: AbortSignal) => Promise<HeadlessResult>,
    ) => {
      const of = target();
      if (of === undefined || get().busy !== undefined) {
        return;
      }
      set({ busy, failure: undefined, outcome: undefined, settled: undefined, progress: undefined });
      stepping = new AbortController();
      try {
        const result = await request(of, stepping.signal);
        if (isCurrent(of)) {
          take(result);
          void get().readConversation();
        }
      } catch (error) {
        if (!isCurrent(of)) {
          return;
        }
        const failure = failureOf(error);
        set({ busy: undefined, progress: undefined, failure });
        if (busy === 'submit') {
          // The answer may be on its way although this call ended, so main says what is known of it.
          const { view } = await bridge.invoke('headless.view', of).catch(() => ({ view: undefined }));
          if (view !== undefined && isCurrent(of)) {
            set({ view });
          }
        }
      }
    };

    return {
      environmentId: undefined,
      conversationId: undefined,
      flows: undefined,
      ...blank(),

      async open(environmentId, conversationId) {
        const isOther = get().environmentId !== environmentId || get().conversationId !== conversationId;
        if (isOther) {
          reading.discard();
          set({ ...blank(), environmentId, conversationId });
        }
        if (get().busy !== undefined) {
          return;
        }
        set({ busy: 'open' });
        await opening.run(
          async (signal) => ({
            ...(await bridge.invoke('headless.flows', { environmentId }, { signal })),
            view:
              conversationId === undefined
                ? undefined
                : (await bridge.invoke('headless.view', { environmentId, conversationId }, { signal })).view,
          }),
          {
            done({ flows, view }) {
              set({ flows, busy: undefined });
              if (view !== undefined) {
                const before = get().view;
                const isSame =
                  before !== undefined && stepKey(before.page ?? {}) === stepKey(view.page ?? {});
                set({ view, ...(isSame ? {} : { draft: draftOf(view.page) }) });
              }
            },
            failed: (failure) => set({ failure, busy: undefined }),
          },
        );
        if (conversationId !== undefined && get().beside.readAt === undefined) {
          await get().readConversation();
        }
      },

      read: (userIp) =>
        step('read', (of, signal) =>
          bridge.invoke(
            'headless.read',
            { ...of, ...omitUndefined({ userIp }) },
            { signal, onProgress: (progress) => set({ progress }) },
          ),
        ),

      changeValue: (name, value) =>
        set(({ draft }) => {
          const values = new Map([...draft.values, [name, value]]);
          return {
            draft: { ...draft, values, changed: new Set([...draft.changed, name]) },
          };
        }),
      changeForm(form) {
        const { draft } = get();
        if (form === draft.form) {
          return;
        }
        if (form === 'json') {
          set({
            draft: { ...draft, form, json: jsonOf(draft.values), jsonFault: undefined },
          });
          return;
        }
        const read = readArgs(draft.json);
        const texts = Object.entries('args' in read ? read.args : {}).filter(
          (entry): entry is [string, string] => typeof entry[1] === 'string',
        );
        set({ draft: { ...draft, form, values: new Map([...draft.values, ...texts]) } });
      },
      changeJson(json) {
        const read = readArgs(json);
        set(({ draft }) => ({
          draft: { ...draft, json, jsonFault: 'fault' in read ? read.fault : undefined },
        }));
      },
      changeFileForm: (fileForm) => set(({ draft }) => ({ draft: { ...draft, fileForm } })),

      async addFile(name, file, accept, maxBytes) {
        const of = target();
        if (of === undefined || get().busy !== undefined) {
          return;
        }
        const problem = (text: string | undefined) =>
          set(({ fileProblems }) => {
            const others = [...fileProblems].filter(([field]) => field !== name);
            return { fileProblems: new Map(text === undefined ? others : [...others, [name, text]]) };
          });
        const limit = Math.min(maxBytes ?? maxHeadlessFile, maxHeadlessFile);
        // Checked before it is read: a file can be larger than memory.
        if (file.size > limit) {
          return problem(tooLargeText(file.size, limit));
        }
        set({ busy: 'file' });
        try {
          const bytes = new Uint8Array(await file.arrayBuffer());
          const added = await bridge.invoke('headless.addFile', {
            ...of,
            name,
            fileName: file.name.slice(0, 500),
            bytes,
          });
          if (!isCurrent(of)) {
            return;
          }
          const wrong = fileProblem(added.type, accept);
          if (wrong !== undefined) {
            await bridge.invoke('headless.removeFile', { ...of, fileId: added.fileId });
          }
          set(({ view, chosen, draft }) => {
            const others = (view?.files ?? []).filter((one) => one.name !== name);
            return {
              busy: undefined,
              ...(view && { view: { ...view, files: wrong === undefined ? [...others, added] : others } }),
              chosen: wrong === undefined ? new Map([...chosen, [added.fileId, file]]) : chosen,
              draft: { ...draft, changed: new Set([...draft.changed, name]) },
            };
          });
          problem(wrong);
        } catch (error) {
          if (isCurrent(of)) {
            set({ busy: undefined });
            problem(
              error instanceof DOMException
                ? 'The file could not be read. It may have been moved or changed.'
                : failureOf(error).message,
            );
          }
        }
      },

      async removeFile(fileId) {
        const of = target();
        if (of === undefined) {
          return;
        }
        await bridge.invoke('headless.removeFile', { ...of, fileId }).catch(failureOf);
        set(({ view, chosen }) => ({
          ...(view && { view: { ...view, files: view.files.filter((one) => one.fileId !== fileId) } }),
          chosen: new Map([...chosen].filter(([id]) => id !== fileId)),
        }));
      },

      async submit(confirmation) {
        const { view, draft } = get();
        const next = view?.page?.next;
        const entered =
          draft.form === 'json' ? readArgs(draft.json) : { args: Object.fromEntries(draft.values) };
        if (view === undefined || next === undefined || 'fault' in entered) {
          return;
        }
        const files = view.files.map(({ name, fileId }) => ({ name, fileId, form: draft.fileForm }));
        const fileNames = new Set(files.map(({ name }) => name));
        const values = Object.entries(entered.args).filter(([name]) => !fileNames.has(name));
        const args = JSON.stringify(Object.fromEntries(values));
        await step('submit', (of, signal) =>
          bridge.invoke(
            'headless.submit',
            { ...of, next, args, files, ...omitUndefined({ confirmation }) },
            { signal },
          ),
        );
      },

      stop: () => stepping.abort(),

      async readConversation() {
        const of = target();
        if (of === undefined) {
          return;
        }
        await reading.run((signal) => bridge.invoke('headless.conversation', of, { signal }), {
          done({ conversation }) {
            const at = now();
            const { beside } = get();
            const changed = beside.conversation ? changesOf(beside.conversation, conversation) : [];
            set({
              beside: {
                conversation,
                readAt: at,
                nextAt: conversationEnded(conversation.status) ? undefined : at + readEveryMs,
                changes: changed.length > 0 ? changed : beside.changes,
                failure: undefined,
              },
            });
          },
          failed: (failure) =>
            set(({ beside }) => ({ beside: { ...beside, failure, nextAt: now() + readAfterFailureMs } })),
        });
      },

      async forget(unsettled) {
        const of = target();
        if (of === undefined) {
          return false;
        }
        try {
          await bridge.invoke('headless.forget', { ...of, unsettled });
          if (isCurrent(of)) {
            set({ ...blank(), beside: get().beside });
          }
          return true;
        } catch (error) {
          set({ failure: failureOf(error) });
          return false;
        }
      },

      leave() {
        opening.discard();
        reading.discard();
        // A read is ended. An answer goes on in main, which keeps what became of it.
        if (get().busy === 'read') {
          stepping.abort();
        }
        set({ ...blank(), environmentId: undefined, conversationId: undefined, flows: undefined });
      },
    };
  });
}
