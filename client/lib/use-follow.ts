import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The fields that distinguish a plain click. */
type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'preventDefault'>;

/**
 * Follows an internal link given as data without reloading the page, so that uploads go on. Other clicks are left to
 * the browser.
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
