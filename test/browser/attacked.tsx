import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { SafeHtml } from '../../client/content/components/SafeHtml.tsx';

declare global {
  interface Window {
    /** Shows each HTML in a place of its own, as the product shows what the studio writes. */
    show: (all: readonly string[]) => void;
  }
}

window.show = (all) => {
  // Through the server some become the same; one of each will do.
  const place = document.createElement('main');
  document.body.append(place);
  flushSync(() => {
    createRoot(place).render([...new Set(all)].map((html) => <SafeHtml key={html} html={html} />));
  });
};
