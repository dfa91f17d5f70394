import './frame.css';

/** Marks what only says that a screen is loading; the frame says so already. */
export const PENDING = 'data-pending';

/** Takes the page's frame away with the first screen in `root`, before that is painted. */
export function removeFrameWith(root: Element, frame: Element | null): void {
  if (frame === null) return;
  const observer = new MutationObserver(() => {
    const stands = [...root.children].some((one) => one.tagName !== 'STYLE' && !one.hasAttribute(PENDING));
    if (!stands) return;
    observer.disconnect();
    frame.remove();
  });
  observer.observe(root, { childList: true, subtree: true });
}
