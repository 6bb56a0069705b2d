import { Button, Flex } from '@mantine/core';
import {
  IconCamera,
  IconMaximize,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipBack,
  IconPlayerSkipForward,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
} from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { ToolDivider } from '../../ui/icon-tool.tsx';
import layout from '../../ui/layout.module.css';
import { useAnnounce } from '../../ui/services.tsx';
import { FrameStepper } from './frame-step.ts';
import { Tools } from './tool.tsx';
import { Flag, WellBar } from './well-parts.tsx';
import { runKey } from './zoom-tools.tsx';

const speeds = [0.1, 0.25, 0.5, 1, 1.5, 2, 4];
const skipSeconds = 5;

const frameTools = [
  { id: 'frame-back', label: 'Previous frame', shortcut: ',', Icon: IconPlayerSkipBack, repeats: true },
  { id: 'frame-forward', label: 'Next frame', shortcut: '.', Icon: IconPlayerSkipForward, repeats: true },
];
const pictureTools = [
  { id: 'still', label: 'Keep this frame beside the video', shortcut: 's', Icon: IconCamera },
  { id: 'full-screen', label: 'Full screen', shortcut: 'f', Icon: IconMaximize },
];

interface VideoViewProps {
  address: string;
  title: string;
  /** True if keys act on this well. */
  isActive: boolean;
  isAudio: boolean;
  /** Why its last bytes did not arrive. */
  problem: string | undefined;
  /** Requests the file again. */
  onContinue(): void;
  onBroken(): void;
  /** Keeps a frame beside the video. */
  onStill(still: ImageBitmap, title: string): void;
}

/**
 * Shows a video or a recording with the browser's own controls, streamed; it does not play by itself. It is saved through the console
 * alone, and shown on no other screen.
 */
export function VideoView(props: VideoViewProps) {
  const { address, title, isActive, isAudio, problem, onContinue, onBroken, onStill } = props;
  const video = useRef<HTMLVideoElement>(null);
  const stepper = useRef<FrameStepper>(undefined);
  const announce = useAnnounce();
  const [isPlaying, setPlaying] = useState(false);
  const [isWaiting, setWaiting] = useState(false);
  const [speed, setSpeed] = useState(1);
  useEffect(() => {
    const element = video.current;
    stepper.current = element ? new FrameStepper(element) : undefined;
    return () => {
      // Ends its connection, of which a browser has six: an element that was removed would keep it until it is collected.
      element?.removeAttribute('src');
      element?.load();
    };
  }, []);
  useContinued(video, address);
  const change = (act: (element: HTMLVideoElement) => void) => () => video.current && act(video.current);
  const toggle = change((element) =>
    element.paused ? void element.play().catch(() => undefined) : element.pause(),
  );
  const skip = (by: number) =>
    change((element) => {
      element.currentTime = Math.max(0, element.currentTime + by);
    });
  const faster = (by: 1 | -1) =>
    change((element) => {
      const next = speeds[speeds.indexOf(element.playbackRate) + by] ?? element.playbackRate;
      element.playbackRate = next;
      announce(`Speed ${next}`);
    });
  const step = (direction: 1 | -1) => () => void stepper.current?.step(direction);
  const keepStill = change((element) => {
    createImageBitmap(element).then(
      (still) => onStill(still, `${title} at ${element.currentTime.toFixed(2)} s`),
      () => undefined,
    );
  });
  const showAll = change((element) => void element.requestFullscreen().catch(() => undefined));
  const keys: Record<string, () => void> = {
    space: toggle,
    ',': step(-1),
    '.': step(1),
    '<': faster(-1),
    '>': faster(1),
    arrowleft: skip(-skipSeconds),
    arrowright: skip(skipSeconds),
    s: keepStill,
    f: showAll,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === ' ' && event.target === video.current) {
      // The browser's controls do it when the key is released.
      event.stopPropagation();
    } else {
      runKey(event, keys);
    }
  };
  return (
    <div className={layout.fillingColumn}>
      <WellBar facts={speed === 1 ? undefined : `Speed ${speed}`}>
        <Tools
          isActive={isActive}
          keys={keys}
          tools={[
            {
              id: 'play',
              label: isPlaying ? 'Pause' : 'Play',
              shortcut: 'space',
              Icon: isPlaying ? IconPlayerPause : IconPlayerPlay,
            },
            ...(isAudio ? [] : frameTools),
          ]}
        />
        <ToolDivider />
        <Tools
          isActive={isActive}
          keys={keys}
          tools={[
            {
              id: 'slower',
              label: 'Slower',
              shortcut: '<',
              Icon: IconPlayerTrackPrev,
              disabled: speed === speeds[0],
            },
            {
              id: 'faster',
              label: 'Faster',
              shortcut: '>',
              Icon: IconPlayerTrackNext,
              disabled: speed === speeds.at(-1),
            },
          ]}
        />
        {!isAudio && (
          <>
            <ToolDivider />
            <Tools isActive={isActive} keys={keys} tools={pictureTools} />
          </>
        )}
      </WellBar>
      {isWaiting && problem !== undefined && (
        <Flag
          act={
            <Button size="compact-sm" onClick={onContinue}>
              Open again
            </Button>
          }
        >
          {problem}
        </Flag>
      )}
      <Flex
        component="section"
        flex="1"
        mih={0}
        p={12}
        align="center"
        justify="center"
        bg="var(--surface-stage)"
        aria-label={title}
        onKeyDown={onKeyDown}
      >
        {/* biome-ignore lint/a11y/useMediaCaption: recordings of an identification come without captions */}
        <video
          ref={video}
          style={
            isAudio
              ? { width: 'min(100%, 36rem)', height: '3.5rem' }
              : { maxWidth: '100%', maxHeight: '100%' }
          }
          src={address}
          crossOrigin="anonymous"
          controls
          controlsList="nodownload noremoteplayback"
          disablePictureInPicture
          disableRemotePlayback
          preload="metadata"
          aria-label={title}
          onPlay={() => setPlaying(true)}
          onPause={() => setPlaying(false)}
          onSeeking={() => setWaiting(true)}
          onWaiting={() => setWaiting(true)}
          onSeeked={() => setWaiting(false)}
          onPlaying={() => setWaiting(false)}
          onCanPlay={() => setWaiting(false)}
          onRateChange={({ currentTarget }) => setSpeed(currentTarget.playbackRate)}
          onError={onBroken}
        />
      </Flex>
    </div>
  );
}

/** Keeps the position of a video whose address is replaced. */
function useContinued(video: RefObject<HTMLVideoElement | null>, address: string): void {
  const before = useRef({ address, time: 0, speed: 1, isPlaying: false });
  useEffect(() => {
    const element = video.current;
    if (!element) {
      return;
    }
    const { time, speed, isPlaying, address: last } = before.current;
    const ending = new AbortController();
    const { signal } = ending;
    const goOn = () => {
      element.currentTime = time;
      element.playbackRate = speed;
      if (isPlaying) {
        void element.play().catch(() => undefined);
      }
    };
    if (last !== address) {
      element.addEventListener('loadedmetadata', goOn, { once: true, signal });
    }
    const note = () => {
      // While a file is loaded its time is 0.
      if (element.readyState > 0 && !element.error) {
        const { currentTime, playbackRate, paused } = element;
        before.current = { address, time: currentTime, speed: playbackRate, isPlaying: !paused };
      }
    };
    for (const event of ['timeupdate', 'seeking', 'ratechange', 'play', 'pause']) {
      element.addEventListener(event, note, { signal });
    }
    return () => ending.abort();
  }, [video, address]);
}
