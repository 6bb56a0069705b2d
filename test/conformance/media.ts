import { expect } from 'vitest';
import { type Client, valueAt } from './client.ts';
import { expectError, unknownId } from './expectations.ts';
import type { Suite } from './suite.ts';

/** Sections 2.3, 4.4, 4.5: what was collected, and the files themselves. */
export function mediaRules({ rule }: Suite): void {
  rule('4.4 a conversation without media has metadata with its id and no media', async (client) => {
    const id = await client.create();
    const answer = await client.call('GET', `/api/conversations/${id}/identity/metadata`);
    expect(answer.status).toBe(200);
    expect(answer.at('id')).toBe(id);
    expect(listed(answer.json)).toEqual([]);
  });

  rule('4.4 an unknown conversation is answered 404', async (client) => {
    expectError(await client.call('GET', `/api/conversations/${unknownId}/identity/metadata`), 404);
  });

  rule(
    '2.3 media have an id, a type, a subtype and variant of the enumerations, and a content type',
    async (client) => {
      const { media } = await collected(client);
      for (const medium of media) {
        expect(medium).toMatchObject({
          id: expect.stringMatching(/.+/),
          type: expect.stringMatching(/^(DOCUMENT|FACE|REPORT)$/),
          contentType: expect.stringMatching(/^[\w.+-]+\/[\w.+-]+$/),
        });
        expect(valueAt(medium, 'subtype') ?? '').toMatch(
          /^(|ID_CARD|DRIVER_LICENSE|PASSPORT|RESIDENCE_PERMIT|UTILITY_BILL)$/,
        );
        expect(valueAt(medium, 'variant') ?? '').toMatch(/^(|FRONT|BACK)$/);
      }
    },
    'control',
  );

  rule(
    '2.3 subtype and variant of a face are blank',
    async (client) => {
      const { media } = await collected(client);
      const face = media.find((medium) => valueAt(medium, 'type') === 'FACE');
      expect(face).toBeDefined();
      expect(valueAt(face, 'subtype') ?? '').toBe('');
      expect(valueAt(face, 'variant') ?? '').toBe('');
    },
    'control',
  );

  rule(
    '4.5 a file comes with the content type of the metadata and as an attachment with a name',
    async (client) => {
      const { id, media } = await collected(client);
      for (const medium of media) {
        const path = `/api/conversations/${id}/identity/metadata/media/${valueAt(medium, 'id')}`;
        const file = await client.call('GET', path, { headers: { accept: '*/*' } });
        expect(file.status).toBe(200);
        expect(file.headers.get('content-type')?.split(';')[0]).toBe(valueAt(medium, 'contentType'));
        expect(file.headers.get('content-disposition')).toMatch(/^attachment; ?filename\*?=.+/);
        expect(file.bytes.length).toBeGreaterThan(0);
      }
    },
    'control',
  );

  rule(
    '4.5 an unknown file, or one of an unknown conversation, is answered 404 with an error object',
    async (client) => {
      const id = await client.create();
      expectError(await client.call('GET', `/api/conversations/${id}/identity/metadata/media/none`), 404);
      expectError(
        await client.call('GET', `/api/conversations/${unknownId}/identity/metadata/media/none`),
        404,
      );
    },
  );
}

async function collected(client: Client): Promise<{ id: string; media: unknown[] }> {
  const id = await client.finished();
  const media = listed((await client.call('GET', `/api/conversations/${id}/identity/metadata`)).json);
  expect(media.length).toBeGreaterThan(0);
  return { id, media };
}

/** The media array, in the document's place or the field's. */
function listed(metadata: unknown): unknown[] {
  const media = valueAt(metadata, 'media') ?? valueAt(metadata, 'list', 'media');
  if (!Array.isArray(media)) {
    throw new Error('The metadata hold no list of media');
  }
  return media;
}
