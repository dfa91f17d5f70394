import type { PageState } from '#shared/operator/musicians/rules-musicians.ts';
import { PAGE_LABELS } from '#shared/operator/musicians/texts-musicians.ts';
import { StatusLabel, type Tone } from '../../ui/feedback/StatusLabel.tsx';

const TONES: Readonly<Record<PageState, Tone>> = {
  new: 'done',
  waiting: 'signal',
  returned: 'waiting',
  published: 'ready',
  hidden: 'done',
};

/** How a musician's page stands. */
export function PageLabel({ page }: { readonly page: PageState }) {
  return <StatusLabel tone={TONES[page]}>{PAGE_LABELS[page]}</StatusLabel>;
}
