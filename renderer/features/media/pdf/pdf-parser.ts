// The order matters: the parser must meet the limited constructors.
import './parser-limits.ts';
import 'pdfjs-dist/build/pdf.worker.min.mjs';

// Of a damaged file the library leaves some promises that nobody waits for; what was asked for is rejected or ended by its time limit.
addEventListener('unhandledrejection', (event) => event.preventDefault());
