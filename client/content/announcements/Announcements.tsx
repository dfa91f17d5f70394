import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import type { ANNOUNCEMENT_PLACES, Announcement } from '#shared/content/contract-documents.ts';
import { useFollow } from '../../lib/use-follow.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Icon, isIcon } from '../../ui/button/Icon.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { announcementsQuery } from '../api.ts';
import classes from './Announcements.module.css';
import { useDismissed } from './use-dismissed.ts';

/** How long the content waits for announcements that do not come. */
const PATIENCE_MS = 5000;

interface Props {
  /** The screen, which is the announcement's category. */
  readonly place: (typeof ANNOUNCEMENT_PLACES)[number];
  /** Whether large ones have room here. */
  readonly withBillboards?: boolean;
  /** In the place of the content until the announcements are known. */
  readonly loading: ReactNode;
  /** Whether something else that stands above the content is still on its way. */
  readonly isWaiting?: boolean;
  /** What comes below; it waits for the announcements, so that nothing shifts under a tap. */
  readonly children: ReactNode;
}

/** Announcements of a screen above its content (docs/product/content.md#announcements). */
export function Announcements({
  place,
  withBillboards = false,
  loading,
  isWaiting = false,
  children,
}: Props) {
  const { isPending, failureCount } = useQuery(announcementsQuery);
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (((isPending && failureCount === 0) || isWaiting) && !isLate) return loading;
  return (
    <>
      <Cards place={place} withBillboards={withBillboards} />
      {children}
    </>
  );
}

/** Each can be dismissed. */
function Cards({ place, withBillboards }: Pick<Props, 'place' | 'withBillboards'>) {
  const { data = [] } = useQuery(announcementsQuery);
  const { dismissed, dismiss } = useDismissed();
  const shown = data.filter(
    ({ category, template, id }) =>
      category === place && !dismissed.includes(id) && (withBillboards || template !== 'billboard'),
  );
  if (shown.length === 0) return null;
  return (
    <section aria-label="Announcements" className={classes.announcements}>
      {shown.map((one) => (
        <Card key={one.id} announcement={one} onDismiss={() => dismiss(one.id)} />
      ))}
    </section>
  );
}

function Card({ announcement, onDismiss }: { announcement: Announcement; onDismiss: () => void }) {
  const { header, subheader, template, images, button } = announcement;
  return (
    <div className={classes.announcement} data-template={template}>
      <AnnouncementImage images={images} />
      <div className={classes.text}>
        <h2 className={classes.header}>{header}</h2>
        {subheader !== '' && <p className={classes.subheader}>{subheader}</p>}
      </div>
      {button !== null && (
        <AnnouncementLink
          url={button.url}
          newTab={button.behaviour === 'new-tab'}
          isPrimary={button.style === 'primary'}
        >
          {button.icon !== null && isIcon(button.icon) && <Icon name={button.icon} size={18} />}
          {button.copy}
        </AnnouncementLink>
      )}
      <IconButton icon="close" label={`Dismiss: ${header}`} className={classes.close} onClick={onDismiss} />
    </div>
  );
}

interface AnnouncementLinkProps {
  readonly url: string;
  readonly newTab?: boolean;
  readonly isPrimary?: boolean;
  readonly children: ReactNode;
}

/** A link inside the app without a reload, or in a new tab. */
export function AnnouncementLink({
  url,
  newTab = false,
  isPrimary = false,
  children,
}: AnnouncementLinkProps) {
  const follow = useFollow();
  return (
    <Button
      kind={isPrimary ? 'main' : 'plain'}
      component="a"
      href={url}
      {...(newTab
        ? { target: '_blank', rel: 'noopener' }
        : { onClick: (event: React.MouseEvent) => follow(event, url) })}
    >
      {children}
    </Button>
  );
}

/** A decorative responsive image; its size is reserved before it loads. */
function AnnouncementImage({ images }: Pick<Announcement, 'images'>) {
  const { big, medium, small_mobile: small } = images;
  const fallback = small ?? medium ?? big;
  if (fallback === null) return null;
  return (
    <picture className={classes.image}>
      {big !== null && (
        <source media="(width >= 949px)" srcSet={big.src} width={big.width} height={big.height} />
      )}
      {medium !== null && (
        <source media="(width >= 576px)" srcSet={medium.src} width={medium.width} height={medium.height} />
      )}
      <img src={fallback.src} width={fallback.width} height={fallback.height} alt="" decoding="async" />
    </picture>
  );
}
