import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal as Base } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { IconButton } from '../button/IconButton.tsx';
import { layer } from './layers.ts';
import classes from './Modal.module.css';
import { useEscape } from './use-escape.ts';
import { useFocusReturn } from './use-focus-return.ts';
import { useMobile, useReducedMotion } from '../layout/use-mobile.ts';

interface ModalProps {
  /** The modal's name. */
  readonly title: string;
  readonly subtitle?: ReactNode;
  /** `wide` for a table, `narrow` for a form, `short` for a few words: 960, 560 and 440 px. */
  readonly size?: 'short' | 'narrow' | 'wide';
  /** Actions below the body; does not scroll. */
  readonly footer?: ReactNode;
  /** false: Escape and the backdrop do not close it. Give something inside `data-autofocus`. */
  readonly closable?: boolean;
  /** Something inside has `data-autofocus`, in the place of the title. */
  readonly focusesInside?: boolean;
  /** In the place of the cross when it cannot be closed. */
  readonly aside?: ReactNode;
  readonly children: ReactNode;
  /** Called after it closed: remove its name from the address. */
  readonly onClose: () => void;
}

const OPEN_MS = 160;
const WIDTHS = { short: 440, narrow: 560, wide: 960 } as const;

const contentOf = (size: keyof typeof WIDTHS): string =>
  `${classes.content}${size === 'short' ? '' : ` ${classes.filling}`}`;

/** A modal over any screen (docs/product/ui.md#modals). Mount it to open it. */
export function Modal(props: ModalProps) {
  const {
    title,
    subtitle,
    size = 'narrow',
    footer,
    closable = true,
    focusesInside = false,
    aside,
    children,
    onClose,
  } = props;
  const [opened, setOpened] = useState(true);
  const mobile = useMobile();
  const duration = useReducedMotion() ? 0 : OPEN_MS;
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
      classNames={{ content: contentOf(size), overlay: classes.backdrop ?? '' }}
    >
      <Base.Overlay />
      <Base.Content ref={layer}>
        <div className={classes.header}>
          <div className={classes.names}>
            <Base.Title
              className={classes.title}
              tabIndex={-1}
              data-autofocus={(closable && !focusesInside) || undefined}
            >
              {title}
            </Base.Title>
            {subtitle !== undefined && <div className={classes.subtitle}>{subtitle}</div>}
          </div>
          {closable ? <IconButton icon="close" label="Close" onClick={close} /> : aside}
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
