/** The import rules of the house (CONTRIBUTING.md, "Rooms"), checked by `npm run check:imports`. */
const CAPABILITIES = 'conversations|deletion|media|signatures|callbacks|audit';

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'renderer-sees-only-renderer-and-contract',
      severity: 'error',
      from: { path: '^renderer/' },
      to: { path: '^(main|test|preload/(?!contract/))' },
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
      name: 'preload-sees-only-contract-and-electron',
      severity: 'error',
      from: { path: '^preload/(?!contract/)' },
      to: { pathNot: ['^preload/', '^node_modules/(electron|zod)/'] },
    },
    {
      name: 'electron-only-at-its-door',
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
      name: 'capability-does-not-import-capability',
      severity: 'error',
      from: { path: `^(main|renderer)/(${CAPABILITIES})/` },
      to: { path: `^(main|renderer)/(${CAPABILITIES})/`, pathNot: '^$1/$2/' },
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
