/** Assumed until frames were seen, in seconds. */
const assumedFrame = 1 / 30;
/** The most times a step is made longer when the same frame is still shown. */
const maxTries = 6;

/** Moves a paused video by single frames. A video does not say how long its frames are; they are measured as they are shown. */
export class FrameStepper {
  readonly #video: HTMLVideoElement;
  #frame = assumedFrame;
  #shownAt = 0;
  #isStepping = false;

  constructor(video: HTMLVideoElement) {
    this.#video = video;
    this.#watch();
  }

  /** @param direction 1 for the next frame, -1 for the one before */
  async step(direction: 1 | -1): Promise<void> {
    const video = this.#video;
    if (this.#isStepping || !Number.isFinite(video.duration)) {
      return;
    }
    this.#isStepping = true;
    try {
      video.pause();
      const from = this.#shownAt;
      for (let attempt = 1; attempt <= maxTries; attempt += 1) {
        // Seeks the middle of the wanted frame.
        const to = from + direction * this.#frame * (attempt - 0.5) + (direction > 0 ? this.#frame * 0.5 : 0);
        const at = Math.min(video.duration, Math.max(0, to));
        await this.#seek(at);
        if (Math.abs(this.#shownAt - from) > 0.001 || at === 0 || at === video.duration) {
          return;
        }
      }
    } finally {
      this.#isStepping = false;
    }
  }

  #seek(to: number): Promise<void> {
    const video = this.#video;
    const { promise, resolve } = Promise.withResolvers<void>();
    const callbackId = video.requestVideoFrameCallback((_now, { mediaTime }) => {
      this.#shownAt = mediaTime;
      resolve();
    });
    const listening = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const waitForFrame = () => {
      // The same frame again is not presented a second time.
      timer = setTimeout(resolve, 500);
    };
    video.addEventListener('seeked', waitForFrame, listening);
    // Another file, or another address of it, ends the seek.
    video.addEventListener('emptied', () => resolve(), listening);
    video.currentTime = to;
    return promise.finally(() => {
      listening.abort();
      clearTimeout(timer);
      video.cancelVideoFrameCallback(callbackId);
    });
  }

  #watch(): void {
    this.#video.requestVideoFrameCallback((_now, { mediaTime }) => {
      const elapsedTime = mediaTime - this.#shownAt;
      if (!this.#video.paused && elapsedTime > 0.004 && elapsedTime < 0.2 * this.#video.playbackRate) {
        this.#frame = Math.min(this.#frame, elapsedTime) * 0.5 + elapsedTime * 0.5;
      }
      this.#shownAt = mediaTime;
      this.#watch();
    });
  }
}
