const directory = process.env.ASSAY_TEST_DIRECTORY;
if (directory !== undefined) {
  process.env.TMPDIR = directory;
}
