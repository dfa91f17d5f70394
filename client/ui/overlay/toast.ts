import { notifications } from '@mantine/notifications';

/** "Toast duration 4000 ms" (part 2 section 9). */
const SHOWN_MS = 4000;

/**
 * Shows a short message that leaves by itself. The same message again restarts the one on screen.
 * Needs `<Toasts />` somewhere in the tree.
 */
export function toast(message: string, type: 'success' | 'danger' = 'success'): void {
  const id = `${type}:${message}`;
  notifications.hide(id);
  notifications.show({
    id,
    message,
    autoClose: SHOWN_MS,
    role: type === 'danger' ? 'alert' : 'status',
    'data-type': type,
    closeButtonProps: { 'aria-label': 'Close message' },
  });
}

/** The code of the place where toasts appear. Screens ask for it before they need it: a toast is often about a lost connection. */
export const loadToasts = async () => (await import('./Toasts.tsx')).Toasts;
