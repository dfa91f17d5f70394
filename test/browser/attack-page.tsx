import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { SafeHtml } from '#client/content/html/SafeHtml.tsx';

declare global {
  interface Window {
    /** Shows each HTML in its own element, as the product does. */
    show: (all: readonly string[]) => void;
  }
}

window.show = (all) => {
  // Some become equal on the server; one of each is enough.
  const main = document.createElement('main');
  document.body.append(main);
  flushSync(() => {
    createRoot(main).render([...new Set(all)].map((html) => <SafeHtml key={html} html={html} />));
  });
};
