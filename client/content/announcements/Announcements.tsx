import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ANNOUNCEMENT_PLACES, Announcement } from '#shared/content/contract-documents.ts';
import { useFollow } from '../../lib/use-follow.ts';
import { Button } from '../../ui/button/Button.tsx';
import { IconButton } from '../../ui/button/IconButton.tsx';
import { announcementsQuery } from '../api.ts';
import classes from './Announcements.module.css';
import { useDismissed } from './use-dismissed.ts';

interface Props {
  /** The screen: an announcement's category. */
  readonly place: (typeof ANNOUNCEMENT_PLACES)[number];
}

/** Announcements of a screen; each can be dismissed (docs/product/content.md#announcements). */
export function Announcements({ place }: Props) {
  const { data = [] } = useQuery(announcementsQuery);
  const { dismissed, dismiss } = useDismissed();
  const shown = data.filter(({ category, id }) => category === place && !dismissed.includes(id));
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
      <Picture images={images} />
      <div className={classes.words}>
        <h2 className={classes.header}>{header}</h2>
        {subheader !== '' && <p className={classes.subheader}>{subheader}</p>}
      </div>
      {button !== null && (
        <Go url={button.url} newTab={button.behaviour === 'new-tab'} main={button.style === 'primary'}>
          {button.copy}
        </Go>
      )}
      <IconButton icon="close" label={`Dismiss: ${header}`} className={classes.close} onClick={onDismiss} />
    </div>
  );
}

interface GoProps {
  readonly url: string;
  readonly newTab?: boolean;
  readonly main?: boolean;
  readonly children: ReactNode;
}

/** The way on: within the studio without a reload, in a tab of its own where the announcement says so. */
export function Go({ url, newTab = false, main = false, children }: GoProps) {
  const follow = useFollow();
  return (
    <Button
      kind={main ? 'main' : 'plain'}
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

/** The picture of the width at hand; its place is kept before it comes. Decoration: the words say it all. */
function Picture({ images }: Pick<Announcement, 'images'>) {
  const { big, medium, small_mobile: small } = images;
  const least = small ?? medium ?? big;
  if (least === null) return null;
  return (
    <picture className={classes.picture}>
      {big !== null && (
        <source media="(width >= 949px)" srcSet={big.src} width={big.width} height={big.height} />
      )}
      {medium !== null && (
        <source media="(width >= 576px)" srcSet={medium.src} width={medium.width} height={medium.height} />
      )}
      <img src={least.src} width={least.width} height={least.height} alt="" decoding="async" />
    </picture>
  );
}
