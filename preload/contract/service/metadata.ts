import { z } from 'zod';

const text = z.string().optional();

/** One medium (interface 2.3). Types, subtypes and variants are open lists; blank ones are '' or absent. */
export const mediaItem = z.looseObject({
  id: z.string(),
  type: text,
  subtype: text,
  variant: text,
  contentType: text,
});
export type MediaItem = z.infer<typeof mediaItem>;

/** The media are at `media` in the interface and at `list.media` in the field. */
export const metadata = z.looseObject({
  id: text,
  media: z.array(mediaItem).optional(),
  list: z.looseObject({ media: z.array(mediaItem).optional() }).optional(),
});
export type Metadata = z.infer<typeof metadata>;
