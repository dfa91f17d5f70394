import { useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';

/** The fields that distinguish a plain click. */
type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey' | 'preventDefault'>;

/**
 * Navigates to an internal link in content without a reload, so that uploads continue. Other clicks are left to the
 * browser.
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
