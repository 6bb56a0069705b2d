import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { inventedPeople, type Person, reviewPeople } from '../people.ts';
import { type Medium, wholeContent } from './medium.ts';

type Description = Pick<Medium, 'type' | 'subtype' | 'variant' | 'contentType' | 'fileName'> & {
  /** In the person's folder of the assets; a shared file where it begins with "../". */
  file: string;
};

const pictureTypes = { jpg: 'image/jpeg', png: 'image/png' } as const;

function documentPicture(
  subtype: string,
  variant: 'FRONT' | 'BACK',
  name: string,
  ending: keyof typeof pictureTypes,
): Description {
  return {
    type: 'DOCUMENT',
    subtype,
    variant,
    contentType: pictureTypes[ending],
    fileName: `${subtype.toLowerCase()}-${variant.toLowerCase()}.${ending}`,
    file: `${name}.${ending}`,
  };
}

const blank = { subtype: '', variant: '' };

/** Every kind of specimen: its metadata and its file. All are made by `npm run specimens` except the videos. */
const descriptions = {
  idCardFront: documentPicture('ID_CARD', 'FRONT', 'id-card-front', 'jpg'),
  forgedPortrait: documentPicture('ID_CARD', 'FRONT', 'id-card-front-portrait', 'jpg'),
  forgedBirthDate: documentPicture('ID_CARD', 'FRONT', 'id-card-front-birth-date', 'jpg'),
  idCardBack: documentPicture('ID_CARD', 'BACK', 'id-card-back', 'jpg'),
  licenceFront: documentPicture('DRIVER_LICENSE', 'FRONT', 'licence-front', 'jpg'),
  licenceBack: documentPicture('DRIVER_LICENSE', 'BACK', 'licence-back', 'jpg'),
  permitFront: documentPicture('RESIDENCE_PERMIT', 'FRONT', 'permit-front', 'jpg'),
  permitBack: documentPicture('RESIDENCE_PERMIT', 'BACK', 'permit-back', 'jpg'),
  passport: documentPicture('PASSPORT', 'FRONT', 'passport', 'png'),
  passportPhoto: {
    ...documentPicture('PASSPORT', 'FRONT', 'passport-photo', 'jpg'),
    fileName: 'passport-photo.jpg',
  },
  utilityBill: documentPicture('UTILITY_BILL', 'FRONT', 'utility-bill', 'png'),
  face: { type: 'FACE', ...blank, contentType: 'image/jpeg', fileName: 'face.jpg', file: 'face.jpg' },
  faceVideo: {
    type: 'FACE',
    ...blank,
    contentType: 'video/webm',
    fileName: 'face-video.webm',
    file: '../../face.webm',
  },
  faceVideoMp4: {
    type: 'FACE',
    ...blank,
    contentType: 'video/mp4',
    fileName: 'face-video.mp4',
    file: '../../face.mp4',
  },
  report: {
    type: 'REPORT',
    ...blank,
    contentType: 'application/pdf',
    fileName: 'verification-report.pdf',
    file: 'report.pdf',
  },
} as const satisfies Record<string, Description>;

export type SpecimenKind = keyof typeof descriptions;

/** The folder of each invented person below `assets/specimens`. */
export const specimenFolders: ReadonlyMap<Person, string> = new Map(
  Object.entries({ ...inventedPeople, ...reviewPeople }).map(([key, person]) => [
    person,
    key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
  ]),
);

/**
 * Returns the specimens of these kinds, with ids that are the same each time. A person whose name was entered by hand has no
 * folder: the documents then say "as entered".
 */
export function specimens(
  conversationId: string,
  person: Person,
  assetsDir: string,
  kinds: readonly SpecimenKind[],
): Medium[] {
  const folder = join(assetsDir, 'specimens', specimenFolders.get(person) ?? 'as-entered');
  return kinds.map((kind) => {
    const { file, ...description } = descriptions[kind];
    return {
      ...description,
      id: mediumId(conversationId, kind),
      open: async () => wholeContent(await readFile(join(folder, file))),
    };
  });
}

/** Returns the id of a medium: the same for the same conversation and name. */
export function mediumId(conversationId: string, name: string): string {
  return createHash('sha256').update(`${conversationId} ${name}`).digest('hex').slice(0, 24);
}
