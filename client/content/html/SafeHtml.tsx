import { useEffect, useLayoutEffect, useRef } from 'react';
import { useFollow } from '../../app/use-follow.ts';
import classes from './SafeHtml.module.css';
import { sanitiseHtml } from './sanitise-html.ts';

/** HTML of the studio's own, sanitised here once more. Links to this studio's paths keep the page and what it is doing. */
export function SafeHtml({ html }: { readonly html: string }) {
  const place = useRef<HTMLDivElement>(null);
  const follow = useFollow();
  useLayoutEffect(() => {
    place.current?.replaceChildren(sanitiseHtml(html));
  }, [html]);
  useEffect(() => {
    const node = place.current;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      follow(event, link?.getAttribute('href') ?? null);
    };
    node?.addEventListener('click', onClick);
    return () => node?.removeEventListener('click', onClick);
  }, [follow]);
  return <div ref={place} className={classes.html} />;
}
