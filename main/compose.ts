import { randomUUID } from 'node:crypto';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import packageFile from '../package.json' with { type: 'json' };
import { holdMs } from '../preload/contract/deletion-runs.ts';
import type { EnvironmentSettings } from '../preload/contract/environments.ts';
import { environmentSettings } from '../preload/contract/environments.ts';
import { applicationHandlers } from './application/handlers.ts';
import { openPreferenceStore } from './application/preferences.ts';
import { redactedStack } from './application/uncaught-errors.ts';
import { createDispatch, type Dispatch } from './bridge/dispatch.ts';
import { createEventBus, type EventBus } from './bridge/event-bus.ts';
import { CallLog } from './calls/call-log.ts';
import { callHandlers } from './calls/handlers.ts';
import { CaseStore } from './cases/case-store.ts';
import { caseHandlers } from './cases/handlers.ts';
import { readingHandlers } from './cases/reading/handlers.ts';
import { ListReader } from './cases/reading/list-reader.ts';
import { ReadingRuns } from './cases/reading/reading-runs.ts';
import { Watches } from './cases/watching/watches.ts';
import { ConsoleKey } from './console-key/console-key.ts';
import { consoleKeyHandlers } from './console-key/handlers.ts';
import { conversationHandlers } from './conversations/handlers.ts';
import { PrefetchedReadings } from './conversations/prefetched.ts';
import { RawWork } from './conversations/raw/raw-work.ts';
import { RawReplyCache } from './conversations/readings.ts';
import { Creations } from './creation/creations.ts';
import { creationHandlers } from './creation/handlers.ts';
import { CreationSetups } from './creation/setup-store.ts';
import { DeletionFile } from './deletion/deletion-file.ts';
import { Deletions } from './deletion/deletions.ts';
import { deletionHandlers } from './deletion/handlers.ts';
import { LoginDigests } from './deletion/login-digests.ts';
import { deletionRunHandlers } from './deletion/runs/handlers.ts';
import { RunStore } from './deletion/runs/run-store.ts';
import { Runs } from './deletion/runs/runs.ts';
import { SentRequests } from './deletion/sent-requests.ts';
import { singleReceiptDraft } from './deletion/single-receipt.ts';
import { type EnvironmentService, openEnvironments } from './environments/environments.ts';
import { environmentHandlers } from './environments/handlers.ts';
import type { Keychain } from './environments/keychain.ts';
import { createKeytarKeychain, loadKeychainLibrary } from './environments/keytar-keychain.ts';
import { bindToSelection, Selection } from './environments/selection.ts';
import { evidenceHandlers } from './evidence/handlers.ts';
import { Failure } from './failure.ts';
import type { Host } from './hosts/host.ts';
import { journalHandlers } from './journal/handlers.ts';
import { DeletionOutcomes, journaled, receiptEntry } from './journal/journaled.ts';
import { Addresses } from './media/addresses.ts';
import { mediaHandlers } from './media/handlers.ts';
import { createServeMedia, type ServeMedia } from './media/serve.ts';
import { SpoolDirectory } from './media/spool/spool-directory.ts';
import { LazyPlausibility } from './plausibility/lazy.ts';
import { receiptHandlers } from './receipts/handlers.ts';
import { Redaction } from './redaction.ts';
import { startOwnSandbox } from './sandbox/own.ts';
import type { RunningSandbox } from './sandbox/sandbox.ts';
import { sandboxHandlers } from './sandbox-control/handlers.ts';
import { connectionHandlers } from './service/handlers.ts';
import { createServices } from './service/services.ts';
import { systemDeps } from './service/system-deps.ts';
import { ExplainWork } from './signatures/explain-work.ts';
import { signatureHandlers } from './signatures/handlers.ts';
import { SignatureWork } from './signatures/signature-work.ts';
import { openDataDirectory } from './store/data-directory.ts';
import { thisMachine } from './this-machine.ts';

export interface ComposeOptions {
  /** Where settings and the history are kept. */
  dataDir: string;
  host: Host;
  /** The directory of the sandbox's media files; beside the sources unless main is bundled. */
  sandboxAssets?: string;
  /** The directory of the fonts that reports are written with; that of the library when not given. */
  reportFonts?: string;
  /** The operating system's keychain when not given. */
  keychain?: Keychain;
  /** Receives defects as text without values. */
  log?(message: string): void;
}

/** All of main, ready for windows to connect. */
export interface Console {
  dispatch: Dispatch;
  eventBus: EventBus;
  serveMedia: ServeMedia;
  /** Ends the sandbox, every connection and the store. */
  close(): Promise<void>;
}

/** Builds the object graph, without knowledge of a host. When it fails, everything opened so far is closed. */
export async function compose(composition: ComposeOptions): Promise<Console> {
  const opened = new AsyncDisposableStack();
  try {
    return { ...(await build(composition, opened)), close: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    throw error;
  }
}

async function build(
  { dataDir, host, ...given }: ComposeOptions,
  opened: AsyncDisposableStack,
): Promise<Omit<Console, 'close'>> {
  const log = given.log ?? ((message: string) => process.stderr.write(`${message}\n`));
  const directory = openDataDirectory(dataDir, { host: host.name, since: new Date().toISOString() });
  opened.defer(directory.close);
  const sandbox = await startOwnSandbox({
    assetsDir: given.sandboxAssets ?? join(import.meta.dirname, 'sandbox', 'assets'),
  });
  opened.defer(() => sandbox.close());
  const eventBus = createEventBus();
  const redaction = new Redaction();
  const system = systemDeps((url) => host.systemProxy(url), redaction);
  const machine = thisMachine();
  const keychain =
    given.keychain ?? createKeytarKeychain({ machine, load: () => loadKeychainLibrary(machine) });
  const environments = await openEnvironments({
    file: join(dataDir, 'environments.json'),
    sandbox: { settings: sandboxSettings(sandbox), apiKey: sandbox.apiKey, signingKey: sandbox.signingKey },
    keychain,
    now: () => new Date(),
    newId: randomUUID,
    redaction,
    onKeychain: (state) => eventBus.emit('keychain.changed', state),
  });
  const consoleKey = new ConsoleKey({
    dataDir,
    keychain,
    isSessionOnly: () => environments.isSessionOnly(),
    now: () => system.now(),
    log: (error) => log(`The console's key: ${redactedStack(error)}`),
  });
  const callLog = new CallLog({
    redact: (value) => redaction.value(value),
    changed: (environmentIds) => eventBus.emit('calls.changed', { environmentIds }),
  });
  opened.defer(() => callLog.close());
  const calls = {
    recorder: (environmentId: string) => callLog.recorder(environmentId),
    settings: (environmentId: string) => environments.settings(environmentId),
    apiKey: environments.apiKeyToSend,
    connectionSecrets: environments.connectionSecrets,
    system,
  };
  const services = createServices(calls);
  opened.defer(() => services.close());
  const readings = new RawReplyCache();
  const rawWork = new RawWork();
  opened.defer(() => rawWork.forget());
  const prefetched = new PrefetchedReadings();
  const signatureWork = new SignatureWork();
  opened.defer(() => signatureWork.close());
  const explainWork = new ExplainWork();
  opened.defer(() => explainWork.close());
  const spools = new SpoolDirectory(join(dataDir, 'spool'));
  const addresses = new Addresses(() => system.elapsed());
  opened.defer(() => addresses.close());
  const selection = new Selection({ selectedId: environments.selectedId });
  // Covers every way the selection can change.
  eventBus.subscribe((event) => event.name === 'environments.changed' && selection.update());
  selection.onSwitch(() => {
    readings.clear();
    void rawWork.forget();
    prefetched.clear();
    addresses.close();
  });

  const reportCases = (error: unknown) => {
    // Closing cancels what is under way.
    if (!(error instanceof Failure && error.code === 'cancelled')) {
      log(`The list of cases: ${redactedStack(error)}`);
    }
  };
  const cases = new CaseStore({
    dataDir,
    keychain,
    isSessionOnly: () => environments.isSessionOnly(),
    isEnvironment: (environmentId) => environments.ids().includes(environmentId),
    now: () => system.now(),
    actor: systemUser(),
    onChange: (environmentId) => {
      eventBus.emit('cases.changed', { environmentId });
      watches.sync().catch(reportCases);
    },
    checkForget: (environmentId, conversationIds) => deletions.checkForget(environmentId, conversationIds),
    onForgotten: (environmentId, conversationIds) => {
      runs.forgotten(environmentId);
      callLog.forget(environmentId, conversationIds);
      deletions.forget(environmentId, conversationIds).catch(reportCases);
      runStore.request('forget', { environmentId, conversationIds }).catch(reportCases);
    },
    log: reportCases,
  });
  opened.defer(() => cases.close());
  const lists = new ListReader((text) => redaction.isSecret(text));
  opened.defer(() => lists.close());
  const runs = new ReadingRuns({
    cases,
    services,
    now: () => system.now(),
    elapsed: () => system.elapsed(),
    publish: (all) => eventBus.emit('reading.changed', { runs: all }),
    log: reportCases,
  });
  opened.defer(() => runs.close());
  runs.resume().catch(reportCases);
  const watches = new Watches({
    cases,
    services,
    now: () => system.now(),
    elapsed: () => system.elapsed(),
    onFinal: (count) => host.notify?.(watchedText(count)),
    onNotFound: () => host.notify?.('The service does not know a watched case: it is no longer watched.'),
    onPause: (environmentId) => eventBus.emit('cases.changed', { environmentId }),
    log: reportCases,
  });
  opened.defer(() => watches.close());
  watches.sync().catch(reportCases);
  eventBus.subscribe((event) => {
    if (event.name === 'keychain.changed') {
      consoleKey.keychainChanged();
      watches.release();
      cases
        .keychainChanged()
        .then(() => {
          // Kept elsewhere now, the list may hold others than before.
          for (const environmentId of environments.ids()) {
            eventBus.emit('cases.changed', { environmentId });
          }
          return Promise.all([runs.resume(), watches.sync()]);
        })
        .catch(reportCases);
    }
  });

  const runStore = new RunStore({
    path: join(dataDir, 'deletion-runs.sqlite'),
    signer: () => consoleKey.signer(),
    journal: (receipts) => cases.append(receipts.map(receiptEntry)),
    now: () => system.now(),
    log: (error) => log(`The record of deletions: ${redactedStack(error)}`),
  });
  const sentRequests = new SentRequests();
  const deletions = new Deletions({
    sentRequests,
    services,
    settings: (environmentId) => environments.settings(environmentId),
    checkSelected: (environmentId) => selection.check(environmentId),
    file: new DeletionFile(join(dataDir, 'deletions.json')),
    now: () => system.now(),
    sleep: system.sleep,
    newId: randomUUID,
    redact: (value) => redaction.value(value),
    async settled(record, found) {
      if ((await runStore.request('receipt', { receiptId: record.deletionId })) === undefined) {
        const draft = singleReceiptDraft(record, { found, user: systemUser(), now: system.now() });
        await runStore.apply([], [draft]);
      }
    },
    publish: (list) => eventBus.emit('deletions.changed', list),
    report: (error) => log(`A deletion: ${redactedStack(error)}`),
  });
  opened.defer(() => deletions.close());
  await deletions.resume();
  const deletionRuns = new Runs({
    store: runStore,
    services,
    settings: (environmentId) => environments.settings(environmentId),
    checkSelected: (environmentId) => selection.check(environmentId),
    logins: new LoginDigests(),
    sentRequests,
    isUnderWay: (baseUrl, conversationId) => deletions.isUnderWay(baseUrl, conversationId),
    redact: (value) => redaction.value(value),
    actor: systemUser(),
    newId: randomUUID,
    now: () => system.now(),
    elapsed: () => system.elapsed(),
    sleep: system.sleep,
    holdMs,
    publish: (state) => eventBus.emit('deletionRuns.changed', state),
    log: (error) => log(`A run of deletions: ${redactedStack(error)}`),
  });
  opened.defer(async () => {
    await deletionRuns.close();
    await runStore.close();
  });
  selection.onSwitch(() => deletionRuns.selectionChanged());
  await deletionRuns.open();
  const outcomes = new DeletionOutcomes(deletions.list());
  eventBus.subscribe((event) => {
    const entries = event.name === 'deletions.changed' ? outcomes.entries(event.payload) : [];
    if (entries.length > 0) {
      cases.append(entries).catch(reportCases);
    }
  });
  const reportSetups = (error: unknown) => log(`The templates: ${redactedStack(error)}`);
  const setups = new CreationSetups({ file: join(dataDir, 'templates.json'), log });
  cases.keepRetention(() => environments.ids());
  environments.onChange((environmentId) => {
    prefetched.clear();
    if (environments.ids().includes(environmentId)) {
      services.changed(environmentId);
      watches.release(environmentId);
      deletions.environmentChanged(environmentId);
      deletionRuns.environmentChanged(environmentId);
      return;
    }
    services.removed(environmentId);
    callLog.forget(environmentId);
    runs.forget(environmentId);
    setups.forget(environmentId).catch(reportSetups);
    cases.forgetEnvironment(environmentId).catch(reportCases);
    readings.clear();
    void rawWork.forget();
  });

  const creations = new Creations({ services, now: () => system.now() });
  const preferences = openPreferenceStore(join(dataDir, 'preferences.json'), log);
  // Read before a window is created, so that it opens in the chosen theme.
  host.preferencesChanged?.(await preferences.change({}));
  const handlers = bindToSelection(
    {
      ...applicationHandlers(
        host,
        { version: packageFile.version, platform: process.platform },
        preferences,
        () => [
          ...host.notices,
          ...directory.notices.map((text) => ({ label: 'Data directory', text, dangerous: true })),
        ],
      ),
      ...environmentHandlers({ environments, host, publish: eventBus.emit, newId: randomUUID }),
      ...connectionHandlers(calls),
      ...callHandlers({ log: callLog }),
      ...conversationHandlers({
        services,
        recents: cases.opened,
        readings,
        rawWork,
        prefetched,
        plausibility: new LazyPlausibility((error) =>
          log(`The plausibility checks: ${redactedStack(error)}`),
        ),
        onOpened: (reading, conversationId) => cases.opened.recordLater(reading, conversationId),
        onSources: (...sources) => cases.opened.recordSourcesLater(...sources),
        samples: (environmentId) => samplesOf(environments, environmentId, sandbox),
      }),
      ...creationHandlers({
        creations,
        setups,
        onCreated: (environmentId, { conversation, notes }) => {
          if (conversation.id !== undefined) {
            cases.opened.recordLater({ readingId: '', environmentId, conversation, notes }, conversation.id);
          }
        },
      }),
      ...readingHandlers({ cases, lists, runs }),
      ...caseHandlers({
        cases,
        host,
        notices: (environmentId) => watches.notices(environmentId),
        now: () => system.now(),
      }),
      ...journalHandlers({
        verify: () => cases.verifyJournal(),
        page: (after, max) => cases.request('journalPage', { after, max }),
        onExported: (format) => cases.append([{ kind: 'exported', details: { format } }]),
        host,
        now: () => system.now(),
      }),
      ...consoleKeyHandlers({ key: consoleKey, host }),
      ...mediaHandlers({
        services,
        addresses,
        keepRaw: (raw, owner) => readings.keep(raw, owner),
        host,
        now: () => system.now(),
      }),
      ...sandboxHandlers({
        sandbox,
        settings: (environmentId) => environments.settings(environmentId),
        now: () => system.now(),
      }),
      ...signatureHandlers({
        keys: environments,
        services,
        work: signatureWork,
        search: explainWork,
        now: () => system.now(),
      }),
      ...deletionHandlers({
        services,
        deletions,
        settings: (environmentId) => environments.settings(environmentId),
        lastOpenedAt: (environmentId, id) => cases.opened.lastOpenedAt(environmentId, id),
        now: () => system.now(),
        newId: randomUUID,
      }),
      ...deletionRunHandlers({
        runs: deletionRuns,
        store: runStore,
        signer: () => consoleKey.signer(),
        takeList: (environmentId, listId) => lists.take(environmentId, listId),
        selected: (environmentId, chosen) => cases.request('selected', { environmentId, selection: chosen }),
        host,
        now: () => system.now(),
      }),
      ...evidenceHandlers({
        services,
        details: (environmentId, conversationId) => cases.request('get', { environmentId, conversationId }),
        environment: (environmentId) => {
          const { name, kind, baseUrl } = environments.settings(environmentId);
          return { name, kind, address: baseUrl };
        },
        signer: () => consoleKey.signer(),
        host,
        actor: systemUser(),
        program: `Assay ${packageFile.version}`,
        fontDir:
          given.reportFonts ??
          join(import.meta.dirname, '..', 'node_modules', 'pdfjs-dist', 'standard_fonts'),
        now: () => system.now(),
      }),
      ...receiptHandlers({
        page: (filter, from, count) => runStore.request('receipts', { filter, from, count }),
        find: (receiptId) => runStore.request('receipt', { receiptId }),
        onExported: (details) => cases.append([{ kind: 'exported', details }]),
        host,
        now: () => system.now(),
      }),
    },
    selection,
  );
  const dispatch = createDispatch(
    journaled(handlers, (entries) => cases.append(entries), reportCases),
    (operation, error) => log(`${operation}: ${redactedStack(error)}`),
    redaction,
  );

  return {
    dispatch,
    eventBus,
    serveMedia: createServeMedia(services, addresses, spools),
  };
}

/** For a notification, which anybody near the screen can read: it names no case and no person. */
function watchedText(count: number): string {
  return count === 1 ? 'A watched case has finished.' : `${count} watched cases have finished.`;
}

function sandboxSettings(sandbox: RunningSandbox): EnvironmentSettings {
  return environmentSettings.parse({
    name: 'Sandbox',
    kind: 'sandbox',
    baseUrl: sandbox.baseUrl,
    proxy: { mode: 'none' },
  });
}

/** Sample conversations of the embedded sandbox; the service has no operation that lists conversations (field notes). */
function samplesOf(environments: EnvironmentService, environmentId: string, sandbox: RunningSandbox) {
  const ours = environments.settings(environmentId).baseUrl === sandbox.baseUrl;
  return ours ? sandbox.conversations.map(({ id, title }) => ({ id, title })) : [];
}

/** Who uses this console, as the system knows them. */
function systemUser(): string {
  try {
    return userInfo().username;
  } catch {
    // A user without an entry in the system's list has no name.
    return 'unknown';
  }
}
