/**
 * The longest work of this thread in one go, as processor time in milliseconds: what others run on the machine does not count,
 * waiting for the disk does not either.
 */
export class ThreadWatch {
  readonly #timer: NodeJS.Timeout;
  #before = process.threadCpuUsage();
  longestMs = 0;

  constructor() {
    this.#timer = setInterval(() => this.#look(), 2);
  }

  stop(): number {
    this.#look();
    clearInterval(this.#timer);
    return this.longestMs;
  }

  #look(): void {
    const { user, system } = process.threadCpuUsage(this.#before);
    this.#before = process.threadCpuUsage();
    this.longestMs = Math.max(this.longestMs, (user + system) / 1000);
  }
}
