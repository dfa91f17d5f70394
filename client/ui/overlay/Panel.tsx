import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { use, useState, type CSSProperties, type ReactNode } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { layer } from './layers.ts';
import { PanelNotice } from './panel-notice.ts';
import { useDocumentTitle } from '../layout/PageTitle.tsx';
import classes from './Panel.module.css';
import { useEscape } from './use-escape.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { useMobile, useReducedMotion } from '../layout/use-mobile.ts';

interface PanelProps {
  /** Title; also the document title. */
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** Lines of title and subtitle on a phone, reserved while they load. */
  readonly lines?: number;
  /** A picture before the title. */
  readonly media?: ReactNode;
  /** Actions right of the title. */
  readonly actions?: ReactNode;
  /** Between header and body: tabs, steps. Does not scroll. */
  readonly bar?: ReactNode;
  /** Below the body: the next action. Does not scroll. */
  readonly footer?: ReactNode;
  readonly children: ReactNode;
  /** Called after it closed: go back to the list's address. */
  readonly onClose: () => void;
  /** Called before it closes; false (or a promise of it) keeps it open. */
  readonly mayClose?: () => boolean | Promise<boolean>;
}

const SLIDE_MS = 280;

/** A panel over a list (docs/product/ui.md#panels). Mount it to open it. */
export function Panel(props: PanelProps) {
  const { title, subtitle, lines = 2, media, actions, bar, footer, children, onClose, mayClose } = props;
  const [opened, setOpened] = useState(true);
  const mobile = useMobile();
  const notice = use(PanelNotice);
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
      classNames={{ content: classes.content ?? '', overlay: classes.backdrop ?? '' }}
    >
      <Drawer.Overlay transitionProps={{ duration }} />
      <Drawer.Content ref={layer}>
        <div className={classes.header} style={{ '--lines': lines } as CSSProperties}>
          {mobile && <IconButton icon="back" label="Close" onClick={() => void close()} />}
          {media}
          <div className={classes.names}>
            <Drawer.Title className={classes.title} tabIndex={-1} data-autofocus>
              {title}
            </Drawer.Title>
            {subtitle !== undefined && <div className={classes.subtitle}>{subtitle}</div>}
          </div>
          {actions}
          {!mobile && <IconButton icon="close" label="Close" onClick={() => void close()} />}
        </div>
        {notice}
        {bar !== undefined && bar !== false && <div className={classes.bar}>{bar}</div>}
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
