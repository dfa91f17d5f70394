import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import type { Session } from '../../../shared/sessions/contract.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { useTopLayer } from '../../ui/layers.ts';
import { useEscape } from '../../ui/use-escape.ts';
import { useMobile } from '../../ui/use-mobile.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useUploads } from './our-uploads.ts';
import { useMinimised, useShownElsewhere } from './overlay-state.ts';
import { UploadList } from './UploadList.tsx';
import classes from './UploadOverlay.module.css';
import type { UploadGroup } from './upload-ports.ts';
import { summaryOf, sumUploads } from './upload-sums.ts';
import { useFloat } from './use-float.ts';
import { useUploadLife } from './use-upload-life.ts';
import { titleOf, ViewFiles } from './ViewFiles.tsx';

interface UploadOverlayProps {
  /** Who is signed in: nobody sees somebody else's uploads. */
  readonly personId: string;
  /** Takes the session whose files have just arrived. */
  readonly onArrived: (session: Session) => void;
}

/**
 * The uploads over every screen, grouped by session (part 2 "Files management zone"). What the open panel shows by itself is left
 * out here.
 */
export function UploadOverlay({ personId, onArrived }: UploadOverlayProps) {
  useUploadLife(personId, onArrived);
  const elsewhere = useShownElsewhere();
  const layer = useTopLayer();
  const groups = useUploads().filter(({ session }) => session.id !== elsewhere);
  if (groups.length === 0) return null;
  // Inside the topmost panel, where the keyboard is; a new place is a new element.
  return createPortal(
    <Floating groups={groups} layer={layer} />,
    layer ?? document.body,
    layer === null ? 'page' : 'layer',
  );
}

/** Over a panel or a modal it is small until somebody asks: what they opened is what they came for. */
function Floating({ groups, layer }: { groups: readonly UploadGroup[]; layer: HTMLElement | null }) {
  const mobile = useMobile();
  const [minimised, setMinimised] = useMinimised();
  const [openedHere, setOpenedHere] = useState(false);
  const opened = layer === null ? !(minimised ?? mobile) : openedHere;
  const open = (next: boolean) => (layer === null ? setMinimised(!next) : setOpenedHere(next));
  const place = useRef<HTMLElement>(null);
  useFloat(place, layer);
  useEscape(useFocusWithin(place) && opened, () => open(false));
  useFocusFollows(place, opened);
  const sums = sumUploads(groups);
  const body = useId();
  const words = summaryOf(sums);
  const stuck = sums.failed > 0 && sums.finished + sums.failed === sums.files;

  return (
    <aside
      ref={place}
      popover="manual"
      aria-label="Uploads"
      className={classes.overlay}
      data-opened={opened || undefined}
      data-stuck={stuck || undefined}
      data-layer={layer !== null || undefined}
    >
      <output>
        <VisuallyHidden>
          {sums.waiting || sums.finished + sums.failed === sums.files ? words : ''}
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
          <Icon name={stuck ? 'alert' : 'upload'} size={18} />
          <span className={classes.words}>{words}</span>
          {sums.files > 0 && <b>{sums.percent}%</b>}
          <VisuallyHidden>, show uploads</VisuallyHidden>
        </button>
      )}
    </aside>
  );
}

/** Whether the focus is inside. */
function useFocusWithin(place: RefObject<HTMLElement | null>): boolean {
  const [within, setWithin] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null) return undefined;
    const look = () => setWithin(element.contains(document.activeElement));
    // A tick later the focus is where it goes.
    const leave = () => void setTimeout(look);
    element.addEventListener('focusin', look);
    element.addEventListener('focusout', leave);
    return () => {
      element.removeEventListener('focusin', look);
      element.removeEventListener('focusout', leave);
    };
  }, [place]);
  return within;
}

/** Whoever opens it or makes it small goes on from the switch. */
function useFocusFollows(place: RefObject<HTMLElement | null>, opened: boolean): void {
  const before = useRef(opened);
  useEffect(() => {
    if (before.current === opened) return;
    before.current = opened;
    const lost = document.activeElement === null || document.activeElement === document.body;
    if (lost || place.current?.contains(document.activeElement))
      place.current?.querySelector<HTMLElement>('[data-switch]')?.focus({ preventScroll: true });
  }, [opened, place]);
}
