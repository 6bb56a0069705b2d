import { type Medium, wholeContent } from '../media/medium.ts';
import { mediumId, specimens } from '../media/specimens.ts';
import { inventedPeople } from '../people.ts';
import { outcome } from './outcome.ts';
import type { Plan } from './plan.ts';

/** Conversations about their media: all kinds of them, and files whose content does not match their type. */
export const collectionPlans: readonly Plan[] = [
  {
    slug: 'media-everything',
    title: 'Everything that can be collected: documents, faces, videos, a report',
    ...outcome(inventedPeople.polish, { identity: 'FINISHED' }),
    collected: (id, { assetsDir }) => [
      ...specimens(id, inventedPeople.polish, assetsDir, [
        'idCardFront',
        'idCardBack',
        'licenceFront',
        'licenceBack',
        'passport',
        'passportPhoto',
        'permitFront',
        'permitBack',
        'utilityBill',
        'face',
        'faceVideo',
        'faceVideoMp4',
        'report',
      ]),
    ],
  },
  {
    slug: 'media-file-names',
    title: 'Files with difficult names',
    ...outcome(inventedPeople.german, { identity: 'FINISHED' }),
    collected: (id, { assetsDir }) => {
      const names = [
        'Reisepass Jürgen Groß 旅券.png',
        '../../../autostart/passport.png',
        'CON.png',
        '.png',
        'a "quoted"; name\\with.png',
      ];
      const [drawn] = specimens(id, inventedPeople.german, assetsDir, ['passport']);
      return drawn === undefined
        ? []
        : names.map((fileName, index): Medium => ({ ...drawn, id: mediumId(id, `name ${index}`), fileName }));
    },
  },
  {
    slug: 'media-lying',
    title: 'Files that are not what they say they are',
    ...outcome(inventedPeople.turkish, { identity: 'PARTIAL' }, { causes: ['SCAN_GENERIC_ERROR'] }),
    collected: (id) => [
      file(id, 'ID_CARD', 'image/jpeg', 'id_card-front.jpg', htmlFile),
      file(id, 'PASSPORT', 'image/png', 'passport-front.png', '%PDF-1.4\n% SPECIMEN, and not an image\n'),
      file(id, 'UTILITY_BILL', 'application/pdf', 'utility_bill-front.pdf', htmlFile),
      file(id, 'RESIDENCE_PERMIT', 'image/svg+xml', 'residence_permit-front.svg', svgFile),
      file(id, 'DRIVER_LICENSE', 'text/html', 'driver_license-front.html', htmlFile),
      file(id, 'ID_CARD', 'image/png', 'empty.png', ''),
      file(id, 'ID_CARD', 'image/jpeg', 'cut-short.jpg', '\xff\xd8\xff\xe0\x00\x10JFIF\x00'),
      file(id, 'ID_CARD', 'application/x-unheard-of', 'unknown.bin', 'SPECIMEN'),
    ],
  },
  {
    slug: 'media-none',
    title: 'Finished, nothing collected',
    ...outcome(inventedPeople.lithuanian, { identity: 'FINISHED' }),
  },
];

const htmlFile =
  '<!doctype html><title>SPECIMEN</title><script>document.title = "this must never run"</script>';
const svgFile =
  '<svg xmlns="http://www.w3.org/2000/svg" width="640" height="400"><script>document.title = "this must never run"</script>' +
  '<rect width="640" height="400" fill="#dfe8ee"/><text x="80" y="220" font-size="96" fill="#bc262c">SPECIMEN</text></svg>';

function file(
  conversationId: string,
  subtype: string,
  contentType: string,
  fileName: string,
  text: string,
): Medium {
  return {
    id: mediumId(conversationId, fileName),
    type: 'DOCUMENT',
    subtype,
    variant: 'FRONT',
    contentType,
    fileName,
    open: async () => wholeContent(Buffer.from(text, 'latin1')),
  };
}
