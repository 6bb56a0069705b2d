/** The import rules of CONTRIBUTING.md, "Folders", checked by `npm run check:imports`. */
const features = [
  'audit',
  'callbacks',
  'calls',
  'cases',
  'conversations',
  'creation',
  'deletion',
  'help',
  'media',
  'sandbox-drawer',
  'settings',
  'signatures',
].join('|');
/** Every folder that may exist; code in any other fails, so that a new folder gets its rules first. */
const mainFolders = [
  'application',
  'bridge',
  'calls',
  'cases',
  'console-key',
  'conversations',
  'creation',
  'deletion',
  'environments',
  'evidence',
  'hosts',
  'journal',
  'launch',
  'media',
  'plausibility',
  'receipts',
  'sandbox',
  'sandbox-control',
  'service',
  'signatures',
  'store',
  'workers',
].join('|');
/** What every feature of the renderer may use; it knows none of them. */
const rendererShared = 'actions|bridge|environments|ui';
const rendererFolders = [
  rendererShared,
  'calls',
  'cases',
  'conversations',
  'creation',
  'deletion',
  'help',
  'media',
  'sandbox-drawer',
  'settings',
  'shell',
  'signatures',
].join('|');

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'renderer-sees-only-renderer-and-contract',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(main|test|preload/(?!contract/|wording/))' },
    },
    {
      name: 'renderer-has-no-node',
      severity: 'error',
      from: { path: '^renderer/', pathNot: '^renderer/vite\\.config\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'contract-imports-only-zod',
      severity: 'error',
      from: { path: '^preload/contract/' },
      to: { pathNot: ['^preload/contract/', '^node_modules/zod/'] },
    },
    {
      name: 'wording-imports-only-the-contract',
      comment: 'Turns data into sentences, for the renderer and for what main exports.',
      severity: 'error',
      from: { path: '^preload/wording/' },
      to: { pathNot: ['^preload/(wording|contract)/'] },
    },
    {
      name: 'folders-are-listed',
      severity: 'error',
      from: {
        path: ['^main/[^/]+/', '^renderer/[^/]+/', '^preload/[^/]+/'],
        pathNot: [
          `^main/(${mainFolders})/`,
          `^renderer/(${rendererFolders})/`,
          '^preload/(contract|wording)/',
        ],
      },
      to: {},
    },
    {
      name: 'no-feature-imports-the-shell',
      severity: 'error',
      from: { path: `^renderer/(${features}|${rendererShared})/` },
      to: { path: '^renderer/(shell/|(app|main|stores)\\.)' },
    },
    {
      name: 'what-features-share-knows-no-feature',
      severity: 'error',
      from: { path: `^renderer/(${rendererShared})/` },
      to: { path: `^renderer/(${features})/` },
    },
    {
      name: 'preload-sees-only-contract-and-electron',
      severity: 'error',
      from: { path: '^preload/(?!contract/|wording/)' },
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
      name: 'feature-does-not-import-feature',
      severity: 'error',
      from: { path: `^(main|renderer)/(${features})/` },
      to: { path: `^(main|renderer)/(${features})/`, pathNot: '^$1/$2/' },
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
      name: 'sandbox-alone-is-launched-like-the-rest',
      severity: 'error',
      from: { path: '^main/sandbox/main\\.ts$' },
      to: { path: '^(main|preload|renderer)/', pathNot: '^main/(sandbox|launch)/' },
    },
  ],
  options: {
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
