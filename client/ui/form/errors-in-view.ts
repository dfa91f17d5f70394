/** How long after a press an error counts as its result, in milliseconds. */
const RESULT_MS = 15_000;
/** Gap between an error and a bar that would cover it, in pixels. */
const GAP = 16;

/**
 * Scrolls the first error after a press into view (docs/product/ui.md#errors-in-view). `first` is a press that has
 * begun already. Returns its end.
 */
export function keepErrorsInView(root: Document, first?: Event): () => void {
  let pressed: { readonly at: number } | null = null;

  const press = (event: Event) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    if (event.type !== 'submit' && target.closest('button') === null) return;
    const thisPress = { at: Date.now() };
    pressed = thisPress;
    // An error that was already shown causes no mutation: look for it after the press.
    afterPaint(() => {
      if (pressed === thisPress && (event === first || event.type === 'submit' || isOnInvalidField(root)))
        show(alertsIn(scopeOf(target)));
    });
  };
  const reset = () => {
    pressed = null;
  };
  const observer = new MutationObserver((changes) => {
    if (pressed === null || Date.now() - pressed.at > RESULT_MS) return;
    show(changes.flatMap(({ addedNodes }) => [...addedNodes]).flatMap(alertsIn));
  });

  const listeners = [
    ['click', press],
    ['submit', press],
    ['wheel', reset],
    ['touchmove', reset],
  ] as const;
  for (const [name, listener] of listeners)
    root.addEventListener(name, listener, { capture: true, passive: true });
  observer.observe(root.body, { childList: true, subtree: true });
  if (first !== undefined) press(first);
  return () => {
    for (const [name, listener] of listeners) root.removeEventListener(name, listener, true);
    observer.disconnect();
  };
}

const afterPaint = (work: () => void) => requestAnimationFrame(() => requestAnimationFrame(work));

/** Whether the focus moved to an invalid field. */
const isOnInvalidField = ({ activeElement }: Document): boolean =>
  activeElement !== null && activeElement.closest('[aria-invalid="true"]') !== null;

/** Where to look for the result of a press: its dialog, else its form, else the page. */
const scopeOf = (target: Element): Element =>
  target.closest('[role="dialog"], form') ?? target.ownerDocument.body;

/** Errors in document order, without toasts. */
function alertsIn(node: Node): HTMLElement[] {
  if (!(node instanceof HTMLElement) || node.closest('[data-position]') !== null) return [];
  return [node, ...node.querySelectorAll<HTMLElement>('[role="alert"]')].filter(
    (element) => element.role === 'alert' && element.closest('[data-position]') === null,
  );
}

/** Scrolls to the first one, clear of sticky bars. */
function show([alert]: readonly HTMLElement[]): void {
  if (alert?.isConnected !== true) return;
  alert.scrollIntoView({ block: 'nearest' });
  const { left, width, top, bottom } = alert.getBoundingClientRect();
  const covers = (y: number): DOMRect | undefined => {
    const over = alert.ownerDocument.elementFromPoint(left + width / 2, y);
    if (over === null || over.contains(alert) || alert.contains(over)) return undefined;
    return barOf(over)?.getBoundingClientRect();
  };
  const below = covers(bottom - 1);
  const above = covers(top + 1);
  if (below !== undefined) scrollerOf(alert)?.scrollBy({ top: bottom - below.top + GAP });
  else if (above !== undefined) scrollerOf(alert)?.scrollBy({ top: top - above.bottom - GAP });
}

/** The sticky or fixed ancestor of an element. */
function barOf(element: Element | null): Element | undefined {
  for (let one = element; one !== null; one = one.parentElement)
    if (['sticky', 'fixed'].includes(getComputedStyle(one).position)) return one;
  return undefined;
}

function scrollerOf(element: Element): Element | null {
  for (let one = element.parentElement; one !== null; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight && /auto|scroll/.test(getComputedStyle(one).overflowY))
      return one;
  return element.ownerDocument.scrollingElement;
}
