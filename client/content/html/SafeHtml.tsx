import { useEffect, useLayoutEffect, useRef } from 'react';
import { useFollow } from '../../lib/use-follow.ts';
import classes from './SafeHtml.module.css';
import { sanitizeToNodes } from './sanitize-html.ts';

/** The studio's HTML, sanitized again. Links to this studio do not reload the page. */
export function SafeHtml({ html }: { readonly html: string }) {
  const container = useRef<HTMLDivElement>(null);
  const follow = useFollow();
  useLayoutEffect(() => {
    container.current?.replaceChildren(sanitizeToNodes(html));
  }, [html]);
  useEffect(() => {
    const node = container.current;
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      follow(event, link?.getAttribute('href') ?? null);
    };
    node?.addEventListener('click', onClick);
    return () => node?.removeEventListener('click', onClick);
  }, [follow]);
  return <div ref={container} className={classes.html} />;
}
