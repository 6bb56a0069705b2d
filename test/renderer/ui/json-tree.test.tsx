import { expect, test } from 'vitest';
import { JsonTree } from '../../../renderer/ui/json-tree.tsx';
import { render } from '../../support/render.tsx';

const value = { 'Zofia Nowak': { score: '0.9', status: 'FOUND' }, relatives: ['Jan Nowak'], city: 'Opole' };

test('names that are not documented are masked with the values, since they may be names of persons', () => {
  const { html, text } = render(<JsonTree value={value} path="result.x" open={2} />);
  expect(html).not.toContain('Zofia');
  expect(html).not.toContain('relatives');
  expect(text).toContain('Undocumented member 1 2 members');
  expect(text).toContain('status');
  expect(text).toContain('city');
});

test('they are shown with the values', () => {
  const { text } = render(<JsonTree value={value} path="result.x" open={2} />, { revealed: true });
  expect(text).toContain('Zofia Nowak 2 members');
  expect(text).toContain('score 0.9');
  expect(text).not.toContain('Undocumented');
});

test('they are shown where nothing can be personal data', () => {
  const { text } = render(<JsonTree value={value} path="args" clear />);
  expect(text).toContain('relatives');
});
