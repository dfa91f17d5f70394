import { supportLink } from '../../lib/links.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';

/** Shown where nothing is free to join: whom to write to. */
export function NoOffer() {
  const me = useMe();
  const studio = useStudio();
  const support = studio === undefined ? null : supportLink(studio, me);
  return (
    <EmptyState
      title="There is nothing to join right now"
      action={
        support !== null && (
          <Button component="a" href={support} target="_blank" rel="noreferrer">
            Contact support
          </Button>
        )
      }
    >
      Your account is ready. Write to us and we will set you up with a plan.
    </EmptyState>
  );
}
