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
  const place = document.createElement('main');
  document.body.append(place);
  flushSync(() => {
    createRoot(place).render(all.map((html, at) => <SafeHtml key={at} html={html} />));
  });
};
