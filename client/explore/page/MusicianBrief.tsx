import { useQuery } from '@tanstack/react-query';
import { SampleStrip } from '../../catalogue/samples/SampleStrip.tsx';
import { Placeholder } from '../../ui/feedback/Skeleton.tsx';
import { samplesQuery } from './api.ts';
import classes from './MusicianBrief.module.css';

interface MusicianBriefProps {
  readonly musician: { readonly slug: string; readonly name: string; readonly image_url: string | null };
}

/** How a musician sounds, at the head of their booking; nothing without a sample. */
export function MusicianBrief({ musician: { slug, name, image_url } }: MusicianBriefProps) {
  const { data: samples, isPending } = useQuery(samplesQuery(slug));
  const [first] = samples ?? [];
  if (first === undefined && !isPending) return null;
  return (
    <div className={classes.brief}>
      {first === undefined ? (
        <Placeholder height="64px" />
      ) : (
        <SampleStrip sample={first} artist={name} picture={image_url} />
      )}
    </div>
  );
}
