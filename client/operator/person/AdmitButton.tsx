import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { useAdmit } from './verbs.ts';

/** Lets somebody in from the waiting list (docs/product/operator.md#waiting-list). */
export function AdmitButton({ person }: { readonly person: { readonly id: string; readonly name: string } }) {
  const admit = useAdmit(person.id);
  const press = () => {
    if (admit.isPending) return;
    admit.mutate(undefined, {
      onSuccess: () => toast(`${person.name} is let in`),
      onError: (error) => toast(errorMessage(error), 'danger'),
    });
  };
  return (
    <Button
      kind="plain"
      aria-label={`Let in ${person.name}`}
      aria-disabled={admit.isPending || undefined}
      onClick={press}
    >
      Let in
    </Button>
  );
}
