import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect, useRef } from 'react';
import classes from './SafeHtml.module.css';
import { sanitiseHtml } from './sanitise-html.ts';

/** HTML of the studio's own, sanitised here once more. Links to this studio's paths keep the page and what it is doing. */
export function SafeHtml({ html }: { readonly html: string }) {
  const place = useRef<HTMLDivElement>(null);
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null;
  useLayoutEffect(() => {
    place.current?.replaceChildren(sanitiseHtml(html));
  }, [html]);
  useEffect(() => {
    const node = place.current;
    const follow = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href^="/"]') : null;
      const plain =
        event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (link === null || !plain || router === null) return;
      event.preventDefault();
      router.history.push(link.getAttribute('href') ?? '/');
    };
    node?.addEventListener('click', follow);
    return () => node?.removeEventListener('click', follow);
  }, [router]);
  return <div ref={place} className={classes.html} />;
}
