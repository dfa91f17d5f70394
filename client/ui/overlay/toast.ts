import { notifications } from '@mantine/notifications';

/** docs/product/ui.md#messages-that-leave-by-themselves */
const SHOWN_MS = 4000;

/** Shows a toast. The same message restarts the one on screen. Needs `<Toasts />` in the tree. */
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

/** Loads the toast container. Screens call it early: a toast is often about a lost connection. */
export const loadToasts = async () => (await import('./Toasts.tsx')).Toasts;
