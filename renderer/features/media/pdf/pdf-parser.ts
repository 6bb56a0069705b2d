// The order matters: the parser must meet the limited constructors.
import './parser-limits.ts';
import 'pdfjs-dist/build/pdf.worker.min.mjs';

// The library leaves some promises of a damaged file that nobody waits for; requests are rejected or ended by their time limit.
addEventListener('unhandledrejection', (event) => event.preventDefault());
