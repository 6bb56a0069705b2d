import type { FailureView } from '../../../preload/contract/envelope.ts';
import type { MediaArrival, OpenedMedia } from '../../../preload/contract/media.ts';
import type { MediaItem } from '../../../preload/contract/service/metadata.ts';
import type { Corners } from '../../../preload/shared/perspective.ts';
import type { Tone } from '../../ui/status-badge.tsx';
import type { FileToOpen, OpenFile } from './open-files.ts';
import type { MadePicture } from './report-picture.ts';
import type { View } from './view.ts';

/** The facts about a file beside its entry in the list. */
export type FileInfo = OpenedMedia & Pick<MediaArrival, 'sha256'>;

export interface CaseSlice {
  /** The case that is open. */
  target: { environmentId: string; conversationId: string } | undefined;
  /** Its files, which the wells can show; empty until they were listed. */
  media: readonly MediaItem[];
  /** The facts from opening and reading each file, by its id. */
  facts: ReadonlyMap<string, FileInfo>;
  /** Adds facts about a file. */
  learn(mediumId: string, facts: Partial<FileInfo>): void;
  /** Shows the files of a case: those that are gone leave their wells, and the first is shown where both are empty. */
  showCase(target: NonNullable<CaseSlice['target']>, media: readonly MediaItem[]): void;
  /** Opens a file of any case until it is released. @throws FailureError, or the signal's reason */
  openFile(file: FileToOpen, signal: AbortSignal): Promise<OpenFile>;
  /** Called when the conversation closes: cancels requests, releases addresses and drops everything. */
  close(): void;
}

/** The two viewers beside each other. */
export type Slot = 'left' | 'right';

/** One viewer: its file and its view. */
export interface Well {
  mediumId: string | undefined;
  opened: OpenedMedia | undefined;
  /** The facts known since its bytes have passed, or broken off. */
  arrival: MediaArrival | undefined;
  isOpening: boolean;
  /** The number of times its file was opened again. */
  openings: number;
  failure: FailureView | undefined;
  /** A frame of a video, shown in place of a file. */
  still: { picture: ImageBitmap; title: string } | undefined;
  view: View;
}

export interface WellSlice {
  wells: Readonly<Record<Slot, Well>>;
  /** The well that keys act on. */
  activeSlot: Slot;
  /** Zoom, position and rotation of the two wells change together. */
  isLocked: boolean;
  /** Shows a file of the list in a well and makes that the active one; it is opened only on request (`open`). */
  showInWell(mediumId: string, slot: Slot): void;
  /** Shows a frame of a video in a well. */
  showStill(picture: ImageBitmap, title: string, slot: Slot): void;
  clearWell(slot: Slot): void;
  activate(slot: Slot): void;
  setLocked(isLocked: boolean): void;
  /** Opens the file of a well; `again` asks the service for it anew. */
  open(slot: Slot, again?: boolean): Promise<void>;
  /** Gives a file whose address has ended another one. Returns false if the address still works: then something else is wrong. */
  renewEnded(slot: Slot): Promise<boolean>;
  /** Requests the file again; the viewer keeps its place. */
  continueFile(slot: Slot): Promise<void>;
  changeView(slot: Slot, change: Partial<View>): void;
  /** Cancels the opening of files and releases every address; the files stay chosen. */
  releaseAll(): void;
  emptyWells(): void;
  fitWells(): void;
}

/** `none`: the file has none, because it is not shown, too large, or could not be read. */
export type Thumbnail = ImageBitmap | 'making' | 'none';

export interface ThumbnailSlice {
  thumbnails: ReadonlyMap<string, Thumbnail>;
  /** Creates the thumbnail of a visible file if necessary. */
  wantThumbnail(mediumId: string): void;
  /** Called when a file is no longer visible before its thumbnail was started. */
  dropThumbnail(mediumId: string): void;
  /** Reads the machine-readable zone in the part of a picture between corners. */
  readStraightened(mediumId: string, corners: Corners): void;
  forgetThumbnails(): void;
}

/** The text shown when a save ended. */
export interface SavedText {
  text: string;
  tone: Tone;
  failure?: FailureView;
}

/** A save in progress, or one that just ended. */
export interface Saving {
  mediaId: string;
  title: string;
  /** The time when it began, by `performance.now()`. */
  since: number;
  bytes: number;
  total?: number;
  /** The saved files of a folder or of a ZIP, and the number of all. */
  files?: { done: number; of: number };
  done?: SavedText;
}

/** The content of a report or an evidence pack. */
export interface EvidenceChoice {
  mediaIds: readonly string[];
  /** True if names and numbers are not masked. */
  unmasked: boolean;
  /** True if the report has scaled copies of the images among them. */
  withPictures: boolean;
}

export interface SavingSlice {
  saving: Saving | undefined;
  /** Saves one file at a time; continues when the view is left. `title` is shown, such as “Passport, front”. */
  save(mediaId: string, title: string): Promise<void>;
  /** Saves files in one ZIP, or each of them in a folder. */
  saveFiles(mediaIds: readonly string[], to: 'zip' | 'folder'): Promise<void>;
  /** Returns whether main or the browser can write into a folder. */
  canWriteFolders(): boolean;
  savePack(choice: EvidenceChoice & { passphrase: string | undefined }): Promise<void>;
  saveReport(choice: EvidenceChoice, as: 'pdf' | 'json'): Promise<void>;
  stopSaving(): void;
  /** Dismisses the result of a save. */
  forgetSaving(): void;
}

export interface ReportSlice {
  /** Returns scaled copies of the chosen images, one after the other. @throws the signal's reason */
  picturesFor(choice: EvidenceChoice, signal: AbortSignal): Promise<MadePicture[]>;
  forgetPictures(): void;
}

export type MediaState = CaseSlice & WellSlice & ThumbnailSlice & SavingSlice & ReportSlice;

/** Returns the whole state of the store, for its slices. */
export type GetState = () => MediaState;
export type SetState = (part: Partial<MediaState>) => void;
