import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { Icon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { useEscape } from '../../ui/overlay/use-escape.ts';
import { useFloat } from '../../ui/overlay/use-float.ts';
import { useMobile } from '../../ui/layout/use-mobile.ts';
import { VisuallyHidden } from '../../ui/layout/VisuallyHidden.tsx';
import { useMinimized } from './overlay-state.ts';
import { UploadList } from './UploadList.tsx';
import classes from './UploadWindow.module.css';
import type { UploadGroup } from './store/ports.ts';
import { summaryOf, uploadTotals } from './store/totals.ts';
import { titleOf, ViewFiles } from './ViewFiles.tsx';

interface UploadWindowProps {
  readonly groups: readonly UploadGroup[];
  /** The topmost panel or modal; null for none. */
  readonly layer: HTMLElement | null;
}

/** The window with the uploads, while there are some. */
export function UploadWindow(props: UploadWindowProps) {
  if (props.groups.length === 0) return null;
  // Inside the topmost panel, which traps the focus; a new place needs a new element.
  return createPortal(
    <OverlayWindow {...props} />,
    props.layer ?? document.body,
    props.layer === null ? 'page' : 'layer',
  );
}

/** Over a panel or modal it starts minimized, so that it does not cover it. */
function OverlayWindow({ groups, layer }: UploadWindowProps) {
  const mobile = useMobile();
  const [minimized, setMinimized] = useMinimized();
  const [openedHere, setOpenedHere] = useState(false);
  const opened = layer === null ? !(minimized ?? mobile) : openedHere;
  const open = (next: boolean) => (layer === null ? setMinimized(!next) : setOpenedHere(next));
  const root = useRef<HTMLElement>(null);
  useFloat(root, layer);
  useEscape(useFocusWithin(root) && opened, () => open(false));
  useFocusOnToggle(root, opened);
  const sums = uploadTotals(groups);
  const body = useId();
  const summary = summaryOf(sums);
  const hasFailed = sums.failed > 0 && sums.finished + sums.failed === sums.files;

  return (
    <aside
      ref={root}
      popover="manual"
      aria-label="Uploads"
      className={classes.overlay}
      data-opened={opened || undefined}
      data-failed={hasFailed || undefined}
      data-layer={layer !== null || undefined}
    >
      <output>
        <VisuallyHidden>
          {sums.waiting || sums.finished + sums.failed === sums.files ? summary : ''}
        </VisuallyHidden>
      </output>
      {opened ? (
        <>
          <div className={classes.head}>
            <h2 className={classes.title}>Uploads</h2>
            <span className={classes.percent}>{sums.files > 0 && `${sums.percent}%`}</span>
            <IconButton
              icon="down"
              label="Minimise uploads"
              aria-expanded
              aria-controls={body}
              data-switch
              onClick={() => open(false)}
            />
          </div>
          <div id={body} className={classes.body}>
            {groups.map((group) => (
              <section key={group.session.id} aria-label={titleOf(group.session)} className={classes.group}>
                <ViewFiles session={group.session} />
                <UploadList group={group} />
              </section>
            ))}
          </div>
        </>
      ) : (
        <button
          type="button"
          className={classes.bubble}
          aria-expanded={false}
          data-switch
          onClick={() => open(true)}
        >
          <Icon name={hasFailed ? 'alert' : 'upload'} size={18} />
          <span>{summary}</span>
          {sums.files > 0 && <b>{sums.percent}%</b>}
          <VisuallyHidden>, show uploads</VisuallyHidden>
        </button>
      )}
    </aside>
  );
}

/** Whether the focus is inside. */
function useFocusWithin(root: RefObject<HTMLElement | null>): boolean {
  const [within, setWithin] = useState(false);
  useEffect(() => {
    const element = root.current;
    if (element === null) return undefined;
    const findUnfinished = () => setWithin(element.contains(document.activeElement));
    // The focus has moved a tick later.
    const leave = () => void setTimeout(findUnfinished);
    element.addEventListener('focusin', findUnfinished);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', findUnfinished);
      element.removeEventListener('focusout', leave);
    };
  }, [root]);
  return within;
}

/** Moves the focus to the switch after opening or minimizing. */
function useFocusOnToggle(root: RefObject<HTMLElement | null>, opened: boolean): void {
  const before = useRef(opened);
  useEffect(() => {
    if (before.current === opened) return;
    before.current = opened;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost || root.current?.contains(document.activeElement))
      root.current?.querySelector<HTMLElement>('[data-switch]')?.focus({ preventScroll: true });
  }, [opened, root]);
}
