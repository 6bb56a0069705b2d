/** What of a process matters here: what it says of errors that nobody caught. */
type Uncaught = Pick<NodeJS.EventEmitter, 'on' | 'off'>;

/**
 * Tells of errors that nobody caught, by their kind and place alone: the runtime would print their messages, and those can
 * hold what a person looked at. After a rejection that nobody waited for the console goes on; after an exception it is no longer
 * known in what state it is, so `end` is called, once.
 *
 * @returns how to stop watching
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
    log(`Unexpected error, the console closes: ${redactedStack(error)}`);
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

/** Which kind of error and where in the code; nothing of its message. */
export function redactedStack(error: unknown): string {
  if (!(error instanceof Error)) {
    return 'a value that is not an Error was thrown';
  }
  const { name, message, stack = '' } = error;
  // The message stands at the beginning of the stack, and its own lines may look like places.
  const places = stack.slice(stack.indexOf(message) + message.length).split('\n');
  return [name, ...places.filter((line) => /^\s+at /.test(line)).slice(0, 6)].join('\n');
}
