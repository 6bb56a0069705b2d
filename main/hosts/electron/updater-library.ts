import electronUpdater from 'electron-updater';

/** A file of its own in the build, which Linux's packages leave out (`electron-builder.yml`). */
export const { autoUpdater } = electronUpdater;
