import { supportLink } from '../../app/links.ts';
import { useMe, useStudio } from '../../app/session.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Nothing to join today: whom to ask. */
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
