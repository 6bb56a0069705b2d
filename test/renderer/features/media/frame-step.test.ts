import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FrameStepper } from '../../../../renderer/features/media/frame-step.ts';

const frameSeconds = 0.04;

/** A video of 25 frames a second whose seeks take a time. */
class SlowVideo extends EventTarget {
  readonly duration = 10;
  readonly paused = true;
  readonly playbackRate = 1;
  seeks = 0;
  #time = 0;
  readonly #callbacks = new Map<number, (now: number, frame: { mediaTime: number }) => void>();
  #lastId = 0;
  readonly #seekMs: number;

  constructor(seekMs: number) {
    super();
    this.#seekMs = seekMs;
  }

  get frame(): number {
    return Math.floor(this.#time / frameSeconds + 1e-9);
  }

  get currentTime(): number {
    return this.#time;
  }

  set currentTime(time: number) {
    this.seeks += 1;
    setTimeout(() => {
      const { frame } = this;
      this.#time = time;
      this.dispatchEvent(new Event('seeked'));
      if (this.frame !== frame) {
        const callbacks = [...this.#callbacks.values()];
        this.#callbacks.clear();
        for (const callback of callbacks) {
          callback(0, { mediaTime: this.frame * frameSeconds });
        }
      }
    }, this.#seekMs);
  }

  pause(): void {}

  requestVideoFrameCallback(callback: (now: number, frame: { mediaTime: number }) => void): number {
    this.#lastId += 1;
    this.#callbacks.set(this.#lastId, callback);
    return this.#lastId;
  }

  cancelVideoFrameCallback(id: number): void {
    this.#callbacks.delete(id);
  }
}

const stepperOf = (video: SlowVideo) => new FrameStepper(video as unknown as HTMLVideoElement);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([10, 2000])('a step is one frame, where a seek takes %i ms', async (seekMs) => {
  const video = new SlowVideo(seekMs);
  const stepper = stepperOf(video);
  const frames = [];
  for (const direction of [1, 1, 1, -1, -1] as const) {
    const step = stepper.step(direction);
    await vi.runAllTimersAsync();
    await step;
    frames.push(video.frame);
  }
  expect(frames).toEqual([1, 2, 3, 2, 1]);
});

test('a step goes on after a seek that another address has ended', async () => {
  const video = new SlowVideo(60_000);
  const stepper = stepperOf(video);
  const step = stepper.step(1);
  video.dispatchEvent(new Event('emptied'));
  await Promise.resolve();
  expect(video.seeks).toBe(1);
  for (let seek = 2; seek <= 6; seek += 1) {
    await vi.waitFor(() => expect(video.seeks).toBe(seek));
    video.dispatchEvent(new Event('emptied'));
  }
  await step;
});
