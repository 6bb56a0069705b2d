/** Whether the long tests run at their full size: `ASSAY_FULL_TESTS=1 npm test`, before a release. */
export const fullTests = process.env.ASSAY_FULL_TESTS === '1';
