import { createStore, type StoreApi } from 'zustand/vanilla';
import { maxWholeBody } from '../../../preload/contract/signature-limits.ts';
import type { KeyChoice } from '../../../preload/contract/signatures.ts';
import { type BodyDetails, detailsOf, whyNotText } from './body-details.ts';
import { type BodyForm, readForm, writeForm } from './bytes.ts';

export interface Body {
  bytes: Uint8Array;
  fileName?: string;
}

/** `pasted` is without the key itself, which is kept separately and dropped when the page is left. */
export type KeySelection = Exclude<KeyChoice, { kind: 'pasted' }> | { kind: 'pasted' };

export interface InputState {
  timestamp: string;
  signature: string;
  body: Body;
  form: BodyForm;
  /** The text of the field; undefined where a field cannot hold the body. */
  field: string | undefined;
  /** The reason why the field holds no bytes. */
  fault: string | undefined;
  facts: BodyDetails;
  /** The value of `Content-Length` of the request that the body was taken from, in bytes. */
  contentLength: number | undefined;
  key: KeySelection | undefined;
  /** True if the user chose the key; otherwise it follows the environment. */
  keyByHand: boolean;
  pastedKey: string;
  time: 'now' | 'as-of';
  /** As a date field gives it, without an offset, and the offset such as `+01:00`. */
  asOf: { local: string; offset: string };
  /** Counts every change that another check could judge otherwise. */
  revision: number;
  failure: string | undefined;
  /** Index of the imported request that is in the fields. */
  requestIndex: number;
  setHeader(header: 'timestamp' | 'signature', text: string): void;
  setForm(form: BodyForm): void;
  setField(text: string): void;
  /** Sets the exact bytes of a pasted text, which a field might change. */
  setPasted(text: string): void;
  setBytes(bytes: Uint8Array): void;
  /** Converts line ends to LF, on request. */
  endLinesWithLf(): void;
  setFile(file: File): Promise<void>;
  setKey(key: KeySelection, byHand?: boolean): void;
  setPastedKey(key: string): void;
  setTime(time: 'now' | 'as-of'): void;
  setAsOf(asOf: Partial<InputState['asOf']>): void;
  /** Replaces the whole input by that of a source; absent parts are emptied. */
  fill(request: GivenRequest): void;
  clear(): void;
  /** Drops the pasted key when the page is left. */
  leave(): void;
}

/** The parts of a request from a source. */
interface GivenRequest {
  timestamp?: string;
  signature?: string;
  body?: Uint8Array;
  contentLength?: number;
  /** The time of receipt, against which the timestamp is then checked (ISO 8601). */
  receivedAt?: string;
}

/** The most that a field edits without delaying the window. Bytes. */
const maxField: Record<BodyForm, number> = { text: 32 * 1024, hexadecimal: 16 * 1024, base64: 32 * 1024 };

const empty: Pick<InputState, 'body' | 'field' | 'fault' | 'facts' | 'failure' | 'contentLength'> = {
  body: { bytes: new Uint8Array() },
  field: '',
  fault: undefined,
  facts: detailsOf(new Uint8Array()),
  failure: undefined,
  contentLength: undefined,
};

/** Creates the store of the input of a check, held in memory only. The bytes are authoritative; the field's text is made from them. */
export function createInputStore(now: () => Date): StoreApi<InputState> {
  return createStore<InputState>()((set, get) => {
    const change = (part: Partial<InputState>) => set({ ...part, revision: get().revision + 1 });

    function hold(body: Body, form: BodyForm): Partial<InputState> {
      const { bytes } = body;
      const facts = detailsOf(bytes);
      return {
        body,
        form,
        facts,
        field: fieldOf(bytes, form, facts),
        fault: undefined,
        failure: undefined,
        contentLength: undefined,
      };
    }

    return {
      timestamp: '',
      signature: '',
      ...empty,
      form: 'text',
      key: undefined,
      keyByHand: false,
      pastedKey: '',
      time: 'now',
      asOf: { local: '', offset: offsetOf(now()) },
      revision: 0,
      requestIndex: 0,

      setHeader: (header, text) => change({ [header]: text }),
      setForm(form) {
        const { body, facts } = get();
        set({ form, fault: undefined, field: fieldOf(body.bytes, form, facts) });
      },
      setField(text) {
        const { form } = get();
        const read = readForm(form, text);
        if (!read.ok) {
          return change({ field: text, fault: read.fault });
        }
        const parts = hold({ bytes: read.bytes }, form);
        // The field keeps what was typed: hexadecimal may be written in several ways.
        change(parts.field === undefined ? parts : { ...parts, field: text });
      },
      setPasted(text) {
        const read = readForm('text', text);
        if (read.ok) {
          change(hold({ bytes: read.bytes }, 'text'));
        } else {
          change({ field: text, form: 'text', fault: read.fault });
        }
      },
      setBytes: (bytes) => change(hold({ bytes }, get().form)),
      endLinesWithLf() {
        const { body, form } = get();
        const text = writeForm('text', body.bytes).replace(/\r\n?/g, '\n');
        change(hold({ bytes: new TextEncoder().encode(text) }, form));
      },
      async setFile(file) {
        try {
          if (file.size > maxWholeBody) {
            return set({ failure: tooLong(file) });
          }
          const bytes = new Uint8Array(await file.arrayBuffer());
          change(hold({ bytes, fileName: file.name }, get().form));
        } catch {
          set({ failure: `“${file.name}” cannot be read. It was moved or changed, or is not a file.` });
        }
      },
      setKey: (key, byHand = true) => change({ key, keyByHand: byHand }),
      setPastedKey: (pastedKey) => change({ pastedKey }),
      setTime: (time) => change({ time }),
      setAsOf: (asOf) => change({ asOf: { ...get().asOf, ...asOf } }),
      fill({ timestamp = '', signature = '', body = new Uint8Array(), contentLength, receivedAt }) {
        const { asOf } = get();
        change({
          timestamp,
          signature,
          ...hold({ bytes: body }, 'text'),
          contentLength,
          ...(receivedAt === undefined
            ? { time: 'now' }
            : { time: 'as-of', asOf: { ...asOf, local: localIn(Date.parse(receivedAt), asOf.offset) } }),
        });
      },
      clear() {
        change({ timestamp: '', signature: '', ...empty, form: 'text', pastedKey: '', time: 'now' });
      },
      leave() {
        if (get().pastedKey !== '') {
          set({ pastedKey: '' });
        }
      },
    };
  });
}

function fieldOf(bytes: Uint8Array, form: BodyForm, facts: BodyDetails): string | undefined {
  const isExact = bytes.length <= maxField[form] && (form !== 'text' || whyNotText(facts) === undefined);
  return isExact ? writeForm(form, bytes) : undefined;
}

function tooLong({ name, size }: File): string {
  return `“${name}” has ${size.toLocaleString('en')} bytes. Bodies up to 32 MiB are checked here; “assay verify” checks files of any length.`;
}

/** Returns the machine's own offset, such as `+01:00`. */
function offsetOf(date: Date): string {
  const minutes = -date.getTimezoneOffset();
  const part = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${part(minutes / 60)}:${part(Math.abs(minutes) % 60)}`;
}

/** Returns the moment to judge by as ISO 8601; undefined where none was entered yet. */
export function momentOf({ local, offset }: InputState['asOf']): string | undefined {
  const whole = /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(local) ? `${local}:00` : local;
  const text = `${whole}${offset}`;
  return local === '' || Number.isNaN(Date.parse(text)) ? undefined : text;
}

/** Returns a moment as the date field wants it in an offset, to the second. Milliseconds since the epoch in. */
export function localIn(ms: number, offset: string): string {
  const [, sign, hours, minutes] = /^([+-])(\d\d):(\d\d)$/.exec(offset) ?? [];
  const shift = (Number(hours) * 60 + Number(minutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return new Date(ms + shift).toISOString().slice(0, 19);
}
