/** An element by its accessible properties; each step searches inside the previous one. */
export interface Step {
  readonly role: string;
  /** Its accessible name: exactly, or as the source of a pattern. */
  readonly name?: string | { readonly pattern: string };
  /** The source of a pattern in its text. */
  readonly text?: string;
}

export interface Search {
  readonly steps: readonly Step[];
  /** Only one that a pointer could press now; scrolls it into view. */
  readonly ready?: boolean;
}

const ROLES: Readonly<Record<string, string>> = {
  button: 'button, [role=button]',
  link: 'a[href]',
  textbox: 'input:not([type=radio], [type=checkbox], [type=file], [type=hidden]), textarea',
  radio: 'input[type=radio]',
  file: 'input[type=file]',
  heading: 'h1, h2, h3, h4, h5',
  listitem: 'li, [role=listitem]',
  region: 'section[aria-label], section[aria-labelledby], [role=region]',
  status: 'output, [role=status]',
  dialog: '[role=dialog], dialog[open]',
  slider: '[role=slider], input[type=range]',
};

function clean(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function accessibleText(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  for (const silent of copy.querySelectorAll('[aria-hidden=true]')) silent.remove();
  return clean(copy.textContent ?? '');
}

function nameOf(element: Element): string {
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  if (ids.length > 0) return clean(ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' '));
  const label = element.getAttribute('aria-label');
  if (label !== null) return label;
  const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
  return labels.length > 0 ? labels.map((one) => accessibleText(one)).join(' ') : accessibleText(element);
}

/** Accessible elements only, except file inputs, which are hidden behind a button. */
function isShown(element: Element): boolean {
  if (element.matches('input[type=file]')) return true;
  const isSilent = element.closest('[aria-hidden=true], [inert]') !== null;
  return !isSilent && element.checkVisibility({ visibilityProperty: true });
}

function fits(element: Element, { name, text }: Step): boolean {
  if (text !== undefined && !new RegExp(text).test(clean(element.textContent ?? ''))) return false;
  if (name === undefined) return true;
  const own = nameOf(element);
  return typeof name === 'string' ? own === name : new RegExp(name.pattern).test(own);
}

/** Whether a pointer at its center hits it or its label, after scrolling. */
function isReady(element: Element): boolean {
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const { left, top, width, height } = element.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  if (hit === null || element.matches(':disabled, [aria-disabled=true]')) return false;
  return element.contains(hit) || (hit.closest('label')?.contains(element) ?? false);
}

function findAll({ steps, ready = false }: Search, roles: typeof ROLES): Element[] {
  let found: Element[] = [document.documentElement];
  for (const step of steps) {
    const inside = found.flatMap((root) => [...root.querySelectorAll(roles[step.role] ?? 'none')]);
    found = [...new Set(inside)].filter((element) => isShown(element) && fits(element, step));
  }
  return ready ? found.slice(0, 1).filter((element) => isReady(element)) : found;
}

/** A function for the page, as source: takes a Search and returns all that is found, in the order of the document. */
export const FIND_ALL = `(search) => {
  ${[clean, accessibleText, nameOf, isShown, fits, isReady, findAll].map(String).join('\n')}
  return findAll(search, ${JSON.stringify(ROLES)});
}`;
