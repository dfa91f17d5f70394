import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { layer } from './layers.ts';
import { useDocumentTitle } from './PageTitle.tsx';
import classes from './Panel.module.css';
import { useEscape } from './use-escape.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { useMobile, useReducedMotion } from './use-mobile.ts';

interface PanelProps {
  /** The panel's name; also names the browser's tab. */
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** A picture before the title. */
  readonly media?: ReactNode;
  /** What can be done, at the right of the title. */
  readonly actions?: ReactNode;
  /** Between header and body, does not scroll: tabs, steps. */
  readonly bar?: ReactNode;
  /** Below the body, does not scroll: the way on. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
  /** Called when it has slid away: go back to the list's address. */
  readonly onClose: () => void;
  /** Asked before it closes; false (or a promise of it) keeps it open. */
  readonly mayClose?: () => boolean | Promise<boolean>;
}

/** Well below the 500 ms of part 2 section 9. */
const SLIDE_MS = 280;

/**
 * Slides over the list and keeps its place; full-screen on phones. Escape and the veil close it, focus stays
 * inside and goes back to what opened it. Mount it to open it: its address is the route's.
 */
export function Panel(props: PanelProps) {
  const { title, subtitle, media, actions, bar, footer, children, onClose, mayClose } = props;
  const [opened, setOpened] = useState(true);
  const mobile = useMobile();
  const duration = useReducedMotion() ? 0 : SLIDE_MS;
  useDocumentTitle(title);
  useFocusReturn();

  const close = async () => {
    if (mayClose !== undefined && !(await mayClose())) return;
    setOpened(false);
    if (duration === 0) onClose();
  };
  useEscape(opened, () => void close());

  return (
    <Drawer.Root
      opened={opened}
      onClose={() => void close()}
      closeOnEscape={false}
      {...(duration === 0 ? {} : { onExitTransitionEnd: onClose })}
      position="right"
      size={mobile ? '100%' : 760}
      returnFocus={false}
      transitionProps={{ duration, transition: 'slide-left', timingFunction: 'var(--ease-out)' }}
      classNames={{ content: classes.content ?? '', overlay: classes.veil ?? '' }}
    >
      <Drawer.Overlay transitionProps={{ duration }} />
      <Drawer.Content ref={layer}>
        <div className={classes.header}>
          {mobile && <IconButton icon="back" label="Close" data-autofocus onClick={() => void close()} />}
          {media}
          <div className={classes.names}>
            <Drawer.Title className={classes.title}>{title}</Drawer.Title>
            {subtitle !== undefined && <div className={classes.subtitle}>{subtitle}</div>}
          </div>
          {actions}
          {!mobile && <IconButton icon="close" label="Close" data-autofocus onClick={() => void close()} />}
        </div>
        {bar !== undefined && <div className={classes.bar}>{bar}</div>}
        <div className={classes.body}>{children}</div>
        {footer !== undefined && (
          <div className={classes.footer} data-layer-footer>
            {footer}
          </div>
        )}
      </Drawer.Content>
    </Drawer.Root>
  );
}
