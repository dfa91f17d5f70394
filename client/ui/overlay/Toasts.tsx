import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import classes from './Toasts.module.css';
import { useMobile } from '../layout/use-mobile.ts';

/** Where toasts appear: at the top on phones, where they cover no buttons; below right elsewhere. */
export function Toasts() {
  const mobile = useMobile();
  return (
    <Notifications
      position={mobile ? 'top-center' : 'bottom-right'}
      limit={3}
      zIndex={400}
      className={classes.toasts ?? ''}
    />
  );
}
