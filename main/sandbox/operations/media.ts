import { notFound } from '../server/errors.ts';
import type { SandboxRequest } from '../server/request.ts';
import { bytesResponse, type SandboxResponse } from '../server/response.ts';
import type { Parameters } from '../server/routing.ts';
import type { World } from '../world.ts';
import { findConversation } from './find-conversation.ts';

/** GET .../identity/metadata/media/{id} (interface 4.5): the file, or the stretch of it that Range asks for. */
export async function downloadMedium(
  world: World,
  request: SandboxRequest,
  parameters: Parameters,
): Promise<SandboxResponse> {
  const { id, media } = findConversation(world, parameters);
  const mediumId = parameters.id;
  const medium = media.find((one) => one.id === mediumId);
  if (medium === undefined) {
    throw notFound(`Conversation ${id} has no media ${mediumId.slice(0, 100)}`);
  }
  const content = await medium.open();
  const headers = {
    'content-type': medium.contentType,
    'content-disposition': contentDisposition(medium.fileName),
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
    etag: `"${medium.id}"`,
  };
  const { length } = content;
  const range = usableRange(request, headers.etag);
  if (range === undefined) {
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(length) },
      body: content.slice(0, length),
    };
  }
  const stretch = stretchOf(range, length);
  if (stretch === undefined) {
    return bytesResponse(416, new Uint8Array(0), medium.contentType, {
      'content-range': `bytes */${length}`,
    });
  }
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(stretch.end - stretch.start),
      'content-range': `bytes ${stretch.start}-${stretch.end - 1}/${length}`,
    },
    body: content.slice(stretch.start, stretch.end),
  };
}

interface Range {
  first: string;
  last: string;
}

/** Returns a single byte range whose condition holds; any other Range header is ignored, as RFC 9110 14.2 allows. */
function usableRange(request: SandboxRequest, etag: string): Range | undefined {
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etag) {
    return undefined;
  }
  const match = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  const first = match?.[1] ?? '';
  const last = match?.[2] ?? '';
  if (first === '' && last === '') {
    return undefined;
  }
  if (first !== '' && last !== '' && Number(first) > Number(last)) {
    return undefined;
  }
  return { first, last };
}

/** Start and (exclusive) end of a range within a file; undefined when no byte of it exists. */
function stretchOf({ first, last }: Range, length: number): { start: number; end: number } | undefined {
  const start = first === '' ? Math.max(0, length - Number(last)) : Number(first);
  const end = first === '' || last === '' ? length : Math.min(length, Number(last) + 1);
  return start < end ? { start, end } : undefined;
}

/** Returns an attachment's file name, with the RFC 6266 form beside a plain one where it is not ASCII. */
function contentDisposition(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]/g, '_').replace(/(["\\])/g, '\\$1');
  const simple = `attachment; filename="${plain}"`;
  if (/^[\x20-\x7e]*$/.test(fileName)) {
    return simple;
  }
  const encodedName = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${simple}; filename*=UTF-8''${encodedName}`;
}
