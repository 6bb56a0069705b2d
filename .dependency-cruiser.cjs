/** The import rules of CONTRIBUTING.md, "Folders", checked by `npm run check:imports`. Made from the folders that exist, so that none can be forgotten. */
const { readdirSync } = require('node:fs');

const foldersOf = (path) =>
  readdirSync(`${__dirname}/${path}`, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** Composes the features of main: what a feature needs is handed to it. */
const composition = [
  '^main/(compose|electron|browser|cli)\\.ts$',
  '^main/hosts/',
  '/(compose(-exam)?|verify-command)\\.ts$',
];

/** Pairs of features: side, feature, and what it may import of another. */
const exceptions = [
  // The engine is a library: it imports nothing, and callbacks are verified with it.
  ['main', '[a-z-]+', 'main/features/signatures/engine/'],
  // Each decision is an entry of the journal, written with the case in one transaction.
  ['main', 'cases', 'main/features/records/journal/'],
  // Features keep what they have of cases in the list of cases.
  ['main', '[a-z-]+', 'main/features/cases/(case-store|index/index-(service|connection))\\.ts$'],
  // A deletion ends in a receipt, and its report is printed as the case report is.
  ['main', 'deletion', 'main/features/records/(receipts|console-key|print)/'],
  // What is deleted is chosen from the list of cases or a list that was read, and requests for erasure are kept with the cases.
  ['main', 'deletion', 'main/features/cases/(case-store|erasure-requests|reading/list-reader)'],
  // The Settings page begins with the environments; its sections look and fail as theirs do.
  ['renderer', 'application', 'renderer/features/environments/'],
  // A message is one panel, also where it was received, sent or part of an exam, and a cause has one headline.
  ['renderer', 'callbacks', 'renderer/features/signatures/(message|cause-texts)'],
  // An entry of a team's log is an entry of the journal, signed with the console's key.
  ['main', 'team', 'main/features/records/(journal|console-key)/'],
  // The policy in a team's log is read as the file is.
  ['main', 'team', 'main/features/policy/(company|read)-policy'],
  // An evidence pack contains the files of a case.
  ['main', 'records', 'main/features/media/'],
];

const features = ['main', 'renderer'].flatMap((side) =>
  foldersOf(`${side}/features`).map((name) => ({
    name: `${side}-feature-${name}-imports-no-other-feature`,
    severity: 'error',
    from: { path: `^${side}/features/${name}/`, pathNot: composition },
    to: {
      path: `^${side}/features/`,
      pathNot: [
        `^${side}/features/${name}/`,
        ...exceptions
          .filter(([of, from]) => of === side && new RegExp(`^${from}$`).test(name))
          .map(([, , to]) => `^${to}`),
      ],
    },
  })),
);

/** The order of main's folders: each imports only those named before it, and itself. */
const layers = ['common', 'store', 'keychain', 'bridge', 'service', 'features', 'hosts'];
/** What stands alone, with the launcher: the sandbox, the exam of a receiver. */
const alone = ['sandbox', 'examine', 'launch'];

const order = layers.map((name, at) => ({
  name: `main-${name}-imports-only-what-lies-below`,
  severity: 'error',
  from: { path: `^main/${name}/`, pathNot: composition },
  to: { path: `^main/(${layers.slice(at + 1).join('|') || 'none'})/` },
}));

const unlisted = foldersOf('main').filter((name) => ![...layers, ...alone].includes(name));
if (unlisted.length > 0) {
  throw new Error(`Say in .dependency-cruiser.cjs what may import main/${unlisted.join(', main/')}.`);
}

/** What every feature of the window may use; it knows none of them. */
const windowShared = foldersOf('renderer')
  .filter((name) => !['features', 'shell'].includes(name))
  .join('|');

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    ...features,
    ...order,
    {
      name: 'renderer-sees-only-renderer-and-contract',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(main|test|preload/(?!contract/|shared/|wording/))' },
    },
    {
      name: 'renderer-has-no-node',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '^renderer/vite\\.config\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'no-feature-imports-the-shell',
      severity: 'error',
      from: { path: `^renderer/(features|${windowShared})/` },
      to: { path: '^renderer/(shell/|(app|main|stores)\\.)' },
    },
    {
      name: 'what-features-share-knows-no-feature',
      severity: 'error',
      from: { path: `^renderer/(${windowShared})/` },
      to: { path: '^renderer/features/' },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^preload/contract/' },
      to: { pathNot: ['^preload/contract/', '^node_modules/zod/'] },
    },
    {
      name: 'wording-imports-only-contract-and-shared',
      comment: 'Turns data into sentences, for the renderer and for what main exports.',
      severity: 'error',
      from: { path: '^preload/wording/' },
      to: { pathNot: ['^preload/(wording|contract|shared)/'] },
    },
    {
      name: 'shared-imports-only-the-contract',
      comment: 'Rules that main and the window both apply.',
      severity: 'error',
      from: { path: '^preload/shared/' },
      to: { pathNot: ['^preload/(shared|contract)/'] },
    },
    {
      name: 'preload-sees-only-contract-and-electron',
      severity: 'error',
      from: { path: '^preload/(?!contract/|shared/|wording/)' },
      to: { pathNot: ['^preload/', '^node_modules/(electron|zod)/'] },
    },
    {
      name: 'electron-only-in-its-host',
      severity: 'error',
      from: {
        path: '^(main|preload|renderer)/',
        pathNot: ['^main/electron\\.ts$', '^main/hosts/electron/', '^preload/index\\.ts$'],
      },
      to: { path: '(^node_modules/electron/|^electron$)' },
    },
    {
      name: 'main-does-not-see-renderer-or-test',
      severity: 'error',
      from: { path: '^main/' },
      to: { path: '^(renderer|test)/' },
    },
    {
      name: 'only-the-composition-composes',
      comment: 'What a feature needs is handed to it; it never reaches for the object graph.',
      severity: 'error',
      from: { path: '^main/', pathNot: composition },
      to: { path: '/compose(-exam)?\\.ts$' },
    },
    {
      name: 'sandbox-knows-nothing-of-the-console',
      comment:
        'The sandbox is an independent implementation of the interface: it shares no parsing or signing code with what it tests.',
      severity: 'error',
      from: { path: '^main/sandbox/', pathNot: '^main/sandbox/main\\.ts$' },
      to: { path: '^(main|preload|renderer)/', pathNot: '^main/sandbox/' },
    },
    {
      name: 'the-exam-stands-alone',
      comment:
        'Only the shape of its report is shared. The address and the delivery of messages are its own; callbacks are sent with them.',
      severity: 'error',
      from: { path: '^main/examine/' },
      to: { path: '^(main|preload|renderer)/', pathNot: '^(main/examine|preload/contract)/' },
    },
    {
      name: 'sandbox-alone-is-launched-like-the-rest',
      severity: 'error',
      from: { path: '^main/sandbox/main\\.ts$' },
      to: { path: '^(main|preload|renderer)/', pathNot: '^main/(sandbox|launch)/' },
    },
  ],
  options: {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
