import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useUploads } from '../../files/uploads/store/uploads-store.ts';
import { useTopLayer } from '../../ui/overlay/layers.ts';

/**
 * Whether the person has started something since the page loaded: touched a form, opened a panel or modal, or started an
 * upload.
 */
export function useIsBusy(): boolean {
  const [started, setStarted] = useState(false);
  const layer = useTopLayer() !== null;
  // The address of a panel is known before its layer is mounted.
  const below = useRouterState({ select: ({ location }) => location.pathname.split('/').length > 2 });
  const uploading = useUploads().some(({ status }) => status === 'uploading');
  useEffect(() => {
    const begin = () => setStarted(true);
    document.addEventListener('input', begin);
    return () => document.removeEventListener('input', begin);
  }, []);
  if (!started && (layer || below || uploading)) setStarted(true);
  return started || layer || below || uploading;
}
