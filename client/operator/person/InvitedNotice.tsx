import { errorMessage } from '../../lib/error-message.ts';
import { Button } from '../../ui/button/Button.tsx';
import { Notice } from '../../ui/feedback/Notice.tsx';
import { toast } from '../../ui/overlay/toast.ts';
import { useInviteAgain } from './verbs.ts';

/** Says that an invited person has not come yet, and sends the invitation again. */
export function InvitedNotice({
  person,
}: {
  readonly person: { readonly id: string; readonly name: string };
}) {
  const again = useInviteAgain(person.id);
  const send = () => {
    if (again.isPending) return;
    again.mutate(undefined, { onSuccess: () => toast(`${person.name} is invited again`) });
  };
  return (
    <Notice
      tone={again.error === null ? 'waiting' : 'danger'}
      title="Has not come yet"
      action={
        <Button kind="plain" aria-disabled={again.isPending || undefined} onClick={send}>
          Send the invitation again
        </Button>
      }
    >
      {again.error === null
        ? 'They were mailed a link to choose a password. A new one makes it void.'
        : errorMessage(again.error)}
    </Notice>
  );
}
