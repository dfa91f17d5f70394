import { useQuery } from '@tanstack/react-query';
import { SampleStrip } from '../../catalogue/samples/SampleStrip.tsx';
import { Placeholder } from '../../ui/feedback/Skeleton.tsx';
import { samplesQuery } from './api.ts';
import classes from './MusicianBrief.module.css';
import { PageLink } from './PageLink.tsx';

interface MusicianBriefProps {
  readonly musician: {
    readonly slug: string;
    readonly name: string;
    readonly title: string;
    readonly image_url: string | null;
  };
}

/** The musician's page in short, at the head of the booking: what they do, how they sound, and the way to the page. */
export function MusicianBrief({ musician }: MusicianBriefProps) {
  const { slug, name, title, image_url } = musician;
  const { data: samples, isPending } = useQuery(samplesQuery(slug));
  const [first] = samples ?? [];
  return (
    <div className={classes.brief}>
      <p className={classes.words}>
        {title !== '' && <span>{title}</span>}
        <PageLink slug={slug} name={name} />
      </p>
      {isPending && <Placeholder height="64px" />}
      {first !== undefined && <SampleStrip sample={first} artist={name} picture={image_url} />}
    </div>
  );
}
