/** The process events for uncaught errors. */
type Uncaught = Pick<NodeJS.EventEmitter, 'on' | 'off'>;

/**
 * Logs uncaught errors by type and stack only, since their messages can hold personal data. After an unhandled rejection
 * the process goes on; after an uncaught exception its state is unknown, so `end` is called once.
 *
 * @returns a function that removes the listeners
 */
export function handleUncaughtErrors(
  process: Uncaught,
  log: (message: string) => void,
  end: () => void,
): () => void {
  let ended = false;
  const onRejection = (reason: unknown) =>
    log(`Unexpected error in a background task: ${redactedStack(reason)}`);
  const onException = (error: unknown) => {
    log(`Unexpected error, Assay closes: ${redactedStack(error)}`);
    if (ended) {
      return;
    }
    ended = true;
    end();
  };
  process.on('unhandledRejection', onRejection);
  process.on('uncaughtException', onException);
  return () => {
    process.off('unhandledRejection', onRejection);
    process.off('uncaughtException', onException);
  };
}

/** Returns the error's type and its stack without the message. */
export function redactedStack(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'a value that is not an Error was thrown';
  }
  const { name, message, stack = '' } = error;
  // The stack begins with the message, whose lines may look like stack frames.
  const places = stack.slice(stack.indexOf(message) + message.length).split('\n');
  return [name, ...places.filter((line) => /^\s+at /.test(line)).slice(0, 6)].join('\n');
}
