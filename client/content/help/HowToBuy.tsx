import { supportLink } from '../../lib/links.ts';
import { useMe, useStudio } from '../../lib/session.ts';
import { Button } from '../../ui/button/Button.tsx';

/** Where no payment provider is set up: plans, payment details and credits are the support's to change. */
export function HowToBuy({ className }: { readonly className?: string | undefined }) {
  const me = useMe();
  const studio = useStudio();
  const support = studio === undefined ? null : supportLink(studio, me);
  return (
    <>
      <p className={className}>
        To change your plan, your payment details or to buy credits, write to us and we will set it up with
        you.
      </p>
      {support !== null && (
        <Button component="a" kind="plain" href={support} target="_blank" rel="noreferrer">
          Contact Support
        </Button>
      )}
    </>
  );
}
