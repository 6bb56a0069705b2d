// The order matters: the parser must meet the limited constructors.
import './parser-limits.ts';
import 'pdfjs-dist/build/pdf.worker.min.mjs';
