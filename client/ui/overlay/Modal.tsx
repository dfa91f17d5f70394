import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal as Base } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconButton } from './IconButton.tsx';
import { layer } from './layers.ts';
import classes from './Modal.module.css';
import { useEscape } from './use-escape.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { useMobile, useReducedMotion } from './use-mobile.ts';

interface ModalProps {
  /** The modal's name. */
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** Wide holds a table, narrow a form, short a few words, also on phones. Pixels: 960, 560 and 440. */
  readonly size?: 'short' | 'narrow' | 'wide';
  /** Below the body, does not scroll: what can be done. */
  readonly footer?: ReactNode;
  /** false: neither Escape nor the veil closes it, and it has no cross; give something inside `data-autofocus`. */
  readonly closable?: boolean;
  /** Where the cross would be in one that cannot be closed. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Called when it has gone: take its name out of the address. */
  readonly onClose: () => void;
}

const POP_MS = 160;
const WIDTHS = { short: 440, narrow: 560, wide: 960 } as const;

const contentOf = (size: keyof typeof WIDTHS): string =>
  `${classes.content}${size === 'short' ? '' : ` ${classes.filling}`}`;

/**
 * A modal over any screen; full-screen on phones, unless it is short. Escape, the veil and its cross close it, focus stays inside and goes
 * back to what opened it. Mount it to open it.
 */
export function Modal(props: ModalProps) {
  const { title, subtitle, size = 'narrow', footer, closable = true, aside, children, onClose } = props;
  const [opened, setOpened] = useState(true);
  const mobile = useMobile();
  const duration = useReducedMotion() ? 0 : POP_MS;
  useFocusReturn();
  const close = () => {
    if (!closable) return;
    setOpened(false);
    if (duration === 0) onClose();
  };
  useEscape(opened, close);

  return (
    <Base.Root
      opened={opened}
      onClose={close}
      closeOnEscape={false}
      {...(duration === 0 ? {} : { onExitTransitionEnd: onClose })}
      centered
      fullScreen={mobile && size !== 'short'}
      size={WIDTHS[size]}
      zIndex={230}
      returnFocus={false}
      transitionProps={{ duration, transition: 'pop' }}
      classNames={{ content: contentOf(size), overlay: classes.veil ?? '' }}
    >
      <Base.Overlay />
      <Base.Content ref={layer}>
        <div className={classes.header}>
          <div className={classes.names}>
            <Base.Title className={classes.title}>{title}</Base.Title>
            {subtitle !== undefined && <div className={classes.subtitle}>{subtitle}</div>}
          </div>
          {closable ? <IconButton icon="close" label="Close" data-autofocus onClick={close} /> : aside}
        </div>
        <div className={classes.body}>{children}</div>
        {footer !== undefined && (
          <div className={classes.footer} data-layer-footer>
            {footer}
          </div>
        )}
      </Base.Content>
    </Base.Root>
  );
}
