/** Musicians of one page of their list. */
export const MUSICIANS_PAGE = 50;

/** How a musician's page stands, for the list (docs/product/operator.md#musicians). */
export const PAGE_STATES = ['new', 'waiting', 'returned', 'published', 'hidden'] as const;
export type PageState = (typeof PAGE_STATES)[number];

interface Page {
  readonly published: boolean;
  /** On Explore. */
  readonly visible: boolean;
  readonly isSubmitted: boolean;
  readonly isReturned: boolean;
}

/** How a musician's page stands: what waits for somebody comes first. */
export function pageState({ published, visible, isSubmitted, isReturned }: Page): PageState {
  if (isSubmitted) return 'waiting';
  if (isReturned) return 'returned';
  if (!published) return 'new';
  return visible ? 'published' : 'hidden';
}
