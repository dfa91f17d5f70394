import { notifications } from '@mantine/notifications';
import { createElement } from 'react';

/** docs/product/ui.md#messages-that-leave-by-themselves */
const SHOWN_MS = 4000;
/** With an action it stays until somebody can press it. */
const ACTION_MS = 12_000;

/** A button in a toast, which hides the toast. */
interface ToastAction {
  readonly text: string;
  readonly onPress: () => void;
}

/** Shows a toast. The same message restarts the one on screen. Needs `<Toasts />` in the tree. */
export function toast(message: string, type: 'success' | 'danger' = 'success', action?: ToastAction): void {
  const id = `${type}:${message}`;
  notifications.hide(id);
  notifications.show({
    id,
    message:
      action === undefined
        ? message
        : createElement(
            'span',
            { className: 'toast-action' },
            message,
            ' ',
            createElement(
              'button',
              {
                type: 'button',
                onClick: () => {
                  notifications.hide(id);
                  action.onPress();
                },
              },
              action.text,
            ),
          ),
    autoClose: action === undefined ? SHOWN_MS : ACTION_MS,
    role: type === 'danger' ? 'alert' : 'status',
    'data-type': type,
    closeButtonProps: { 'aria-label': 'Close message' },
  });
}

/** Loads the toast container. Screens call it early: a toast is often about a lost connection. */
export const loadToasts = async () => (await import('./Toasts.tsx')).Toasts;
