/** The members of a worker's global object that a window's lacks; the types of both cannot be loaded together. */
interface WorkerScope {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

/** The global object of the worker this runs in. */
export const workerScope = globalThis as unknown as WorkerScope;
