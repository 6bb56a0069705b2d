/** How long work takes this thread, as processor time in milliseconds. */
export function threadCpuMs(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

/**
 * The longest synchronous work of this thread, as processor time in milliseconds, which excludes other programs and waiting for the
 * disk.
 */
export class ThreadWatch {
  readonly #timer: NodeJS.Timeout;
  #before = process.threadCpuUsage();
  maxMs = 0;

  constructor() {
    this.#timer = setInterval(() => this.#look(), 2);
  }

  stop(): number {
    this.#look();
    clearInterval(this.#timer);
    return this.maxMs;
  }

  #look(): void {
    const { user, system } = process.threadCpuUsage(this.#before);
    this.#before = process.threadCpuUsage();
    this.maxMs = Math.max(this.maxMs, (user + system) / 1000);
  }
}
