import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Person } from '../people.ts';
import { drawCard } from './cards.ts';
import { drawPassport, drawUtilityBill } from './documents.ts';
import { drawFace } from './face.ts';
import { readLettering } from './lettering.ts';
import { type Medium, wholeContent } from './medium.ts';
import { reportPdf } from './report.ts';

type Look = Pick<Medium, 'type' | 'subtype' | 'variant' | 'contentType'> & {
  fileName: string;
  make: (person: Person, assetsDir: string) => Promise<Uint8Array>;
};

const drawn =
  (draw: (lettering: Awaited<ReturnType<typeof readLettering>>, person: Person) => Promise<Uint8Array>) =>
  async (person: Person, assetsDir: string) =>
    draw(await readLettering(assetsDir), person);

const asset = (name: string) => (_person: Person, assetsDir: string) => readFile(join(assetsDir, name));

const document = (subtype: string, variant: string, fileName: string, make: Look['make']): Look => ({
  type: 'DOCUMENT',
  subtype,
  variant,
  contentType: 'image/png',
  fileName,
  make,
});

const blank = { subtype: '', variant: '' };

/** Every specimen there is: what the metadata say of it, and how it is made. */
const looks = {
  idCardFront: document(
    'ID_CARD',
    'FRONT',
    'id_card-front.png',
    drawn((l, p) => drawCard(l, p, 'ID_CARD', 'FRONT')),
  ),
  idCardBack: document(
    'ID_CARD',
    'BACK',
    'id_card-back.png',
    drawn((l, p) => drawCard(l, p, 'ID_CARD', 'BACK')),
  ),
  licenceFront: document(
    'DRIVER_LICENSE',
    'FRONT',
    'driver_license-front.png',
    drawn((l, p) => drawCard(l, p, 'DRIVER_LICENSE', 'FRONT')),
  ),
  licenceBack: document(
    'DRIVER_LICENSE',
    'BACK',
    'driver_license-back.png',
    drawn((l, p) => drawCard(l, p, 'DRIVER_LICENSE', 'BACK')),
  ),
  permitFront: document(
    'RESIDENCE_PERMIT',
    'FRONT',
    'residence_permit-front.png',
    drawn((l, p) => drawCard(l, p, 'RESIDENCE_PERMIT', 'FRONT')),
  ),
  permitBack: document(
    'RESIDENCE_PERMIT',
    'BACK',
    'residence_permit-back.png',
    drawn((l, p) => drawCard(l, p, 'RESIDENCE_PERMIT', 'BACK')),
  ),
  passport: document('PASSPORT', 'FRONT', 'passport-front.png', drawn(drawPassport)),
  passportPhoto: {
    ...document('PASSPORT', 'FRONT', 'passport-photo.jpg', asset('passport.jpg')),
    contentType: 'image/jpeg',
  },
  utilityBill: document('UTILITY_BILL', 'FRONT', 'utility_bill-front.png', drawn(drawUtilityBill)),
  face: { type: 'FACE', ...blank, contentType: 'image/png', fileName: 'face.png', make: drawn(drawFace) },
  faceVideo: {
    type: 'FACE',
    ...blank,
    contentType: 'video/webm',
    fileName: 'face-video.webm',
    make: asset('face.webm'),
  },
  faceVideoMp4: {
    type: 'FACE',
    ...blank,
    contentType: 'video/mp4',
    fileName: 'face-video.mp4',
    make: asset('face.mp4'),
  },
  report: {
    type: 'REPORT',
    ...blank,
    contentType: 'application/pdf',
    fileName: 'verification-report.pdf',
    make: async (person) => reportPdf(person),
  },
} as const satisfies Record<string, Look>;

export type SpecimenKind = keyof typeof looks;

/** The specimens asked for, of one person, with ids that are the same each time. Drawn when first opened. */
export function specimens(
  conversationId: string,
  person: Person,
  assetsDir: string,
  kinds: readonly SpecimenKind[],
): Medium[] {
  return kinds.map((kind) => {
    const { make, ...look }: Look = looks[kind];
    let bytes: Promise<Uint8Array> | undefined;
    return {
      ...look,
      id: mediumId(conversationId, kind),
      async open() {
        bytes ??= make(person, assetsDir);
        return wholeContent(await bytes);
      },
    };
  });
}

/** The id of a medium: the same for the same conversation and name. */
export function mediumId(conversationId: string, name: string): string {
  return createHash('sha256').update(`${conversationId} ${name}`).digest('hex').slice(0, 24);
}
