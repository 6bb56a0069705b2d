// The order matters: the renderer must meet the limited canvases.
import './renderer-limits.ts';
import 'pdfjs-dist/build/pdf.renderer.min.mjs';
