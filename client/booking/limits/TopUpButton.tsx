import { useNavigate } from '@tanstack/react-router';
import { MAX_TOP_UP } from '#shared/billing/rules-buying.ts';
import { TOP_UP } from '#shared/billing/texts-area.ts';
import { Button } from '../../ui/button/Button.tsx';
import { useBooking } from '../state/booking-context.ts';

/** Opens the top-up modal with the number of credits that a price lacks; nothing where they suffice. */
export function TopUpButton({ cost, inText = false }: { readonly cost: number; readonly inText?: boolean }) {
  const navigate = useNavigate();
  const { balance, slug } = useBooking();
  const missing = cost - balance;
  if (missing <= 0) return null;
  const open = () =>
    void navigate({
      to: '.',
      search: (search) => ({
        ...search,
        modal: 'top-up' as const,
        warning: balance <= 0 ? 'no-credits' : 'missing',
        artist: slug,
        amount: Math.min(MAX_TOP_UP, missing),
      }),
      resetScroll: false,
    });
  return inText ? (
    <button type="button" onClick={open}>
      {TOP_UP.open}
    </button>
  ) : (
    <Button kind="plain" onClick={open}>
      {TOP_UP.open}
    </Button>
  );
}
