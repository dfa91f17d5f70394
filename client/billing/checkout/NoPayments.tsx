import { supportLink } from '../../lib/links.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';

/** Where nothing can be paid: whom to write to. */
export function NoPayments() {
  const me = useMe();
  const studio = useStudio();
  const support = studio === undefined ? null : supportLink(studio, me);
  return (
    <Notice
      tone="waiting"
      action={
        support !== null && (
          <Button component="a" kind="plain" href={support} target="_blank" rel="noreferrer">
            Contact Support
          </Button>
        )
      }
    >
      Payments are not set up in this studio yet. Write to us and we will set you up with this offer.
    </Notice>
  );
}
