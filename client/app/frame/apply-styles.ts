import { UNREACHABLE } from '../../lib/api.ts';

/**
 * Applies the sheet that the page only announced, so that the frame is painted without it, trying twice. false: it did
 * not load; in development there is none. docs/decisions/0093-frame-styles-in-the-page.md
 */
export async function applyStyles(page: Document): Promise<boolean> {
  const announced = page.querySelector<HTMLLinkElement>('link#styles');
  if (announced === null) return true;
  if (await applied(announced)) return true;
  const again = announced.cloneNode() as HTMLLinkElement;
  announced.replaceWith(again);
  return applied(again);
}

function applied(link: HTMLLinkElement): Promise<boolean> {
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(true), { once: true });
    link.addEventListener('error', () => resolve(false), { once: true });
    link.rel = 'stylesheet';
  });
}

/** Says in `root` that the studio did not load. A new page, because a release may have renamed the sheet. */
export function showUnstyled(root: Element): void {
  const page = root.ownerDocument;
  const main = page.createElement('main');
  main.className = 'frame-failed';
  const text = page.createElement('p');
  text.setAttribute('role', 'alert');
  text.textContent = UNREACHABLE.detail;
  const button = page.createElement('button');
  button.type = 'button';
  button.textContent = 'Try again';
  button.addEventListener('click', () => location.reload());
  main.append(text, button);
  root.replaceChildren(main);
}
