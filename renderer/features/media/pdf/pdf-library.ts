import * as pdfjsLib from 'pdfjs-dist';

// The viewer's parts take the library from here.
Object.assign(globalThis, { pdfjsLib });
