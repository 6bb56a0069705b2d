import classes from './media.module.css';

interface VideoViewProps {
  address: string;
  title: string;
  onBroken(): void;
}

/** A video with the browser's own controls, streamed; it does not play by itself. */
export function VideoView({ address, title, onBroken }: VideoViewProps) {
  return (
    <div className={classes.viewer}>
      <div className={classes.table}>
        {/* biome-ignore lint/a11y/useMediaCaption: recordings of an identification come without captions */}
        <video
          className={classes.video}
          src={address}
          controls
          preload="metadata"
          aria-label={title}
          onError={onBroken}
        />
      </div>
    </div>
  );
}
