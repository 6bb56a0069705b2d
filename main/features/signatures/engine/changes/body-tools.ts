import { escapeStyles, keptEscapes } from '../json/escapes.ts';
import { layoutStyles } from '../json/layouts.ts';
import { keptNumbers, numberStyles } from '../json/numbers.ts';
import { orders } from '../json/order.ts';
import { writeJson } from '../json/write.ts';
import type { BodyChange } from './body-change.ts';

interface Tool {
  id: string;
  name: string;
  layout: string;
  escapes: string;
  sorted?: true;
  newline?: true;
}

/** Programs that change several things at once: numbers become as short as they go. */
const tools: readonly Tool[] = [
  { id: 'jq', name: 'jq prints it', layout: 'indent-2', escapes: 'minimal', newline: true },
  { id: 'jq-c', name: 'jq -c prints it', layout: 'compact', escapes: 'minimal', newline: true },
  {
    id: 'jq-s',
    name: 'jq -S prints it',
    layout: 'indent-2',
    escapes: 'minimal',
    sorted: true,
    newline: true,
  },
  { id: 'go-struct', name: 'Go’s json.Marshal writes it', layout: 'compact', escapes: 'go' },
  { id: 'go-encoder', name: 'Go’s json.Encoder writes it', layout: 'compact', escapes: 'go', newline: true },
  { id: 'go-map', name: 'Go’s json.Marshal writes a map', layout: 'compact', escapes: 'go', sorted: true },
  {
    id: 'go-map-encoder',
    name: 'Go’s json.Encoder writes a map',
    layout: 'compact',
    escapes: 'go',
    sorted: true,
    newline: true,
  },
];

/** JSON written again by one of these programs, where it changes numbers, too; without that, pairs of changes find it. */
export function toolChanges(): BodyChange[] {
  return tools.map(toolChange);
}

function toolChange({ id, name, layout, escapes, sorted, newline }: Tool): BodyChange {
  const byId = <T extends { id: string }>(list: readonly T[], key: string) =>
    list.find((one) => one.id === key);
  const order = byId(orders, 'sorted');
  const numbers = byId(numberStyles, 'shortest') ?? keptNumbers;
  return {
    code: 'reserialized',
    variant: id,
    family: 'body',
    cause: `The signed content is this JSON as ${name}; something parsed the body and wrote it again.`,
    alone: true,
    make(view) {
      const tape = view.tape();
      const style = byId(layoutStyles, layout);
      if (!tape || !style || !view.changesNumbers(numbers)) {
        return undefined;
      }
      const ownTape = (sorted && order && view.inOrder(order)) || tape;
      const bytes = writeJson(ownTape, {
        layout: style,
        escapes: byId(escapeStyles, escapes) ?? keptEscapes,
        numbers,
      });
      return newline ? Buffer.concat([bytes, Buffer.from('\n')]) : bytes;
    },
  };
}
