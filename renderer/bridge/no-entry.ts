import classes from './no-entry.module.css';

/** Shown in place of the interface where this page has no session and no token for one. */
export function showNoEntry(): void {
  const page = document.createElement('main');
  page.className = classes.page ?? '';
  const title = document.createElement('h1');
  title.className = classes.title ?? '';
  title.textContent = 'Open the address that the console printed';
  const texts = [
    'When the console starts, it prints an address that ends in “#token=…”. That address works once, in one browser, so that no other user of this computer can open your console.',
    'If the console is open in another tab, use that tab.',
    'Otherwise, stop the console in its terminal and start it again. It prints a new address.',
  ].map((text) => {
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    return paragraph;
  });
  page.append(title, ...texts);
  document.body.replaceChildren(page);
}
