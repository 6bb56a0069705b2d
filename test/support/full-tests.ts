/** Whether tests run at their full size: `npm run test:all`, each night and before a release. */
export const fullTests = process.env.ASSAY_FULL_TESTS === '1';
