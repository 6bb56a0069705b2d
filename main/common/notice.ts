export interface Notice {
  /** Gives notice soon. */
  soon(): void;
  /** Gives none from now on. */
  close(): void;
}

/**
 * Returns what gives notice of changes, once for all until then, so that a run over thousands of cases does not flood the windows.
 * @param afterMs the time in which they are gathered, in milliseconds
 */
export function noticeOf(give: () => void, afterMs = 250): Notice {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  return {
    soon() {
      if (!isClosed) {
        timer ??= setTimeout(() => {
          timer = undefined;
          give();
        }, afterMs).unref();
      }
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
