import classes from './media.module.css';

interface VideoViewProps {
  address: string;
  title: string;
  onBroken(): void;
}

/**
 * A video with the browser's own controls, streamed; it does not play by itself. It is saved through the console alone, and
 * shown on no other screen.
 */
export function VideoView({ address, title, onBroken }: VideoViewProps) {
  return (
    <div className={classes.viewer}>
      <div className={classes.stage}>
        {/* biome-ignore lint/a11y/useMediaCaption: recordings of an identification come without captions */}
        <video
          className={classes.video}
          src={address}
          controls
          controlsList="nodownload noremoteplayback"
          disablePictureInPicture
          disableRemotePlayback
          preload="metadata"
          aria-label={title}
          onError={onBroken}
        />
      </div>
    </div>
  );
}
