/** A JSON writer's placement of white space. */
export interface Layout {
  id: string;
  /** For people: "compact", "indented by two spaces". */
  name: string;
  /** Keeps the white space of the source. */
  keepsOriginal?: true;
  /** Between name and value. */
  colon: string;
  /** Between members or elements on one line. */
  comma: string;
  /** One level of indentation; absent when everything is on one line. */
  indent?: string;
  newline: string;
  /** Jackson keeps arrays on one line, with spaces, also inside empty ones. */
  jackson?: true;
}

const line = { newline: '', comma: ',' };

/** Likeliest first. */
export const layoutStyles: readonly Layout[] = [
  { id: 'compact', name: 'compact', colon: ':', ...line },
  {
    id: 'spaced',
    name: 'on one line with spaces, as Python’s json.dumps writes it',
    colon: ': ',
    comma: ', ',
    newline: '',
  },
  { id: 'indent-2', name: 'indented by 2 spaces', colon: ': ', comma: ',', indent: '  ', newline: '\n' },
  { id: 'indent-4', name: 'indented by 4 spaces', colon: ': ', comma: ',', indent: '    ', newline: '\n' },
  { id: 'indent-tab', name: 'indented by tabs', colon: ': ', comma: ',', indent: '\t', newline: '\n' },
  {
    id: 'indent-2-crlf',
    name: 'indented by 2 spaces with CRLF (.NET on Windows)',
    colon: ': ',
    comma: ',',
    indent: '  ',
    newline: '\r\n',
  },
  {
    id: 'jackson',
    name: 'pretty-printed by Jackson',
    colon: ' : ',
    comma: ',',
    indent: '  ',
    newline: '\n',
    jackson: true,
  },
  {
    id: 'jackson-crlf',
    name: 'pretty-printed by Jackson with CRLF',
    colon: ' : ',
    comma: ',',
    indent: '  ',
    newline: '\r\n',
    jackson: true,
  },
  { id: 'colon-spaced', name: 'on one line with a space after each colon', colon: ': ', ...line },
  {
    id: 'comma-spaced',
    name: 'on one line with a space after each comma',
    colon: ':',
    comma: ', ',
    newline: '',
  },
];

export const keptLayout: Layout = {
  id: 'kept',
  name: 'white space unchanged',
  keepsOriginal: true,
  colon: ':',
  ...line,
};
