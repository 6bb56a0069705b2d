import './pdf-library.ts';
import { AnnotationEditorType, AnnotationMode } from 'pdfjs-dist';
import {
  EventBus,
  FindState,
  PDFFindController,
  PDFLinkService,
  PDFViewer,
} from 'pdfjs-dist/web/pdf_viewer.mjs';
import { createStore } from 'zustand';
import type { Point, Zoom } from '../view.ts';
import { pdfLimits } from './limits.ts';
import { PdfSession } from './pdf-session.ts';
import type { PdfProblem } from './worker-budget.ts';

/** Matches of a search, and the one that is shown, counted from 1. */
export interface PdfMatches {
  current: number;
  total: number;
  state: 'searching' | 'none' | 'some';
}

export interface PdfState {
  /** The number of pages shown; undefined until the document is open. */
  pages: number | undefined;
  /** The page in view. */
  page: number;
  /** The zoom factor of the pages. */
  factor: number;
  matches: PdfMatches;
  /** A password is needed. */
  passwordRequest: { wasWrong: boolean } | undefined;
  /** The whole document cannot be shown. */
  problem: PdfProblem | undefined;
  /** Counts how often the document was opened. */
  openings: number;
  /** Counts changes of the session's notes on pages, and of the pages' places. */
  notes: number;
}

const noMatches: PdfMatches = { current: 0, total: 0, state: 'none' };

/** The viewer waits for no translation: its elements have no texts of their own. */
const noTexts = { translate: async () => undefined, pause: () => undefined, resume: () => undefined };

/** A document's pages for the parts of the viewer; no link is followed. */
class Pages extends PDFLinkService {
  override get pagesCount(): number {
    return this.pdfViewer?.pagesCount ?? 0;
  }
}

export const newPdfState = () =>
  createStore<PdfState>(() => ({
    pages: undefined,
    page: 1,
    factor: 1,
    matches: noMatches,
    passwordRequest: undefined,
    problem: undefined,
    openings: 0,
    notes: 0,
  }));

/** One PDF in pdf.js's own viewer: its pages below one another, zoomed, rotated and searched. `close` ends its workers. */
export class PdfViewing {
  readonly store = newPdfState();
  readonly session: PdfSession;
  readonly viewer: PDFViewer;
  readonly #events = new EventBus();
  readonly #ending = new AbortController();
  readonly #links = new Pages({ eventBus: this.#events });
  #query = '';

  /** @param container a positioned element around an empty one */
  constructor(container: HTMLDivElement, address: string, firstPage: number) {
    const findController = new PDFFindController({ linkService: this.#links, eventBus: this.#events });
    this.viewer = new PDFViewer({
      container,
      eventBus: this.#events,
      linkService: this.#links,
      findController,
      // Annotations are part of a page's picture; there are no links, fields or scripts.
      annotationMode: AnnotationMode.DISABLE,
      annotationEditorMode: AnnotationEditorType.DISABLE,
      maxCanvasPixels: pdfLimits.pagePixels,
      maxCanvasDim: pdfLimits.pageSide,
      enableSelectionRendering: false,
      supportsPinchToZoom: false,
      l10n: noTexts as never,
      abortSignal: this.#ending.signal,
    } as ConstructorParameters<typeof PDFViewer>[0]);
    this.#links.setViewer(this.viewer);
    const { setState, getState } = this.store;
    this.#on('pagesinit', () => {
      for (let page = 1; page <= this.viewer.pagesCount; page += 1) {
        const element = this.pageElement(page);
        element?.setAttribute('role', 'group');
        element?.setAttribute('aria-label', `Page ${page} of ${this.session.pages}`);
      }
      setState({
        pages: this.viewer.pagesCount,
        passwordRequest: undefined,
        openings: getState().openings + 1,
      });
    });
    this.#on('pagerender', () => setState({ notes: getState().notes + 1 }));
    this.#on('pagechanging', ({ pageNumber }) => setState({ page: pageNumber }));
    this.#on('scalechanging', ({ scale }) => setState({ factor: scale }));
    this.#on('updatefindmatchescount', ({ matchesCount }) =>
      setState(({ matches }) => ({ matches: { ...matches, ...matchesCount } })),
    );
    this.#on('updatefindcontrolstate', ({ state, matchesCount }) => {
      const name =
        state === FindState.PENDING ? 'searching' : state === FindState.NOT_FOUND ? 'none' : 'some';
      setState({ matches: { ...matchesCount, state: name } });
    });
    let startPage = firstPage;
    this.session = new PdfSession(address, {
      opened: (document) => {
        this.viewer.setDocument(document);
        this.#links.setDocument(document);
        void this.viewer.firstPagePromise?.then(
          () => {
            if (this.#ending.signal.aborted) {
              return;
            }
            this.viewer.currentPageNumber = Math.min(startPage, this.viewer.pagesCount);
            startPage = 1;
            this.find(this.#query);
          },
          () => undefined,
        );
      },
      onLocked: (wasWrong) => setState({ passwordRequest: { wasWrong } }),
      failed: (problem) => setState({ problem, passwordRequest: undefined }),
      onChange: () => {
        startPage = getState().page;
        setState({ notes: getState().notes + 1 });
      },
    });
  }

  /** Draws the pages in another size, around a point of the area, in pixels from its corner, where one is given. */
  zoomTo(zoom: Zoom, at?: Point): void {
    if (typeof zoom === 'string') {
      this.viewer.currentScaleValue = zoom === 'fit' ? 'page-fit' : 'auto';
    } else if (at && this.viewer.currentScale > 0) {
      const [top = 0, left = 0] = this.viewer.containerTopLeft;
      this.viewer.updateScale({
        scaleFactor: zoom / this.viewer.currentScale,
        // The viewer subtracts the place of the area in the element that it is positioned in.
        origin: [left + at.x, top + at.y],
        drawingDelay: 150,
      });
    } else {
      this.viewer.currentScaleValue = String(zoom);
    }
    this.viewer.update();
  }

  /** @param rotation of all pages, clockwise, in degrees; the page in view stays */
  rotateTo(rotation: number): void {
    const page = this.viewer.currentPageNumber;
    if (this.viewer.pagesRotation !== rotation) {
      this.viewer.pagesRotation = rotation;
      this.viewer.currentPageNumber = page;
    }
  }

  /** Turns to the next page or the one before; a page that is larger than the area is read to its end first. */
  turn(by: 1 | -1): void {
    const { container } = this.viewer;
    const page = this.pageElement(this.viewer.currentPageNumber)?.getBoundingClientRect();
    const area = container.getBoundingClientRect();
    if (page && (by > 0 ? page.bottom > area.bottom + 1 : page.top < area.top - 1)) {
      container.scrollBy({ top: by * 0.9 * container.clientHeight });
    } else if (by > 0) {
      this.viewer.nextPage();
    } else {
      this.viewer.previousPage();
    }
  }

  /** Finds a text in all pages, from the page in view on; `step` goes on from the match that is shown. */
  find(query: string, step?: 1 | -1): void {
    this.#query = query;
    if (query.trim() === '') {
      this.store.setState({ matches: noMatches });
      this.#events.dispatch('findbarclose', { source: this });
      return;
    }
    this.#events.dispatch('find', {
      source: this,
      type: step ? 'again' : '',
      query,
      highlightAll: true,
      findPrevious: step === -1,
    });
  }

  /** Draws a page again that could not be drawn. */
  retry(page: number): void {
    this.session.forget(page);
    this.viewer.getPageView(page - 1)?.reset();
    this.viewer.update();
  }

  unlock(password: string): void {
    this.store.setState({ passwordRequest: undefined });
    this.session.givePassword(password);
  }

  pageElement(page: number): HTMLElement | undefined {
    return this.viewer.getPageView(page - 1)?.div ?? undefined;
  }

  close(): void {
    this.session.close();
    this.#ending.abort();
    this.viewer.setDocument(null as never);
  }

  // biome-ignore lint/suspicious/noExplicitAny: the library does not describe its events
  #on(name: string, listener: (event: any) => void): void {
    this.#events.on(name, listener);
  }
}
