import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** What of a click decides: a plain one of the first button. */
type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'preventDefault'>;

/**
 * Follows a link whose address is content, not code: to a path of this studio without loading the page anew, so that
 * uploads go on. To be called with the click; everything but a plain click on such a path is left to the browser.
 */
export function useFollow(): (click: Click, href: string | null) => void {
  const router = useRouter({ warn: false }) as ReturnType<typeof useRouter> | null;
  return useCallback(
    (click, href) => {
      const plain =
        click.button === 0 && !click.metaKey && !click.ctrlKey && !click.shiftKey && !click.altKey;
      if (router === null || !plain || !href?.startsWith('/') || href.startsWith('//')) return;
      click.preventDefault();
      router.history.push(href);
    },
    [router],
  );
}
