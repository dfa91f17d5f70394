import { useBlocker } from '@tanstack/react-router';
import dialog from '../DialogForm.module.css';
import { FormDialog } from '../FormDialog.tsx';

interface LeaveQuestionProps {
  readonly isUnsaved: boolean;
  /** Where it was changed. */
  readonly what?: string;
}

/** Asks before a page is left whose changes are not saved. */
export function LeaveQuestion({ isUnsaved, what = 'in this document' }: LeaveQuestionProps) {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isUnsaved && current.pathname !== next.pathname,
    enableBeforeUnload: () => isUnsaved,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return null;
  return (
    <FormDialog
      title="Leave without saving?"
      confirm="Leave"
      isDanger
      isPending={false}
      error={null}
      onSubmit={blocker.proceed}
      onClose={blocker.reset}
    >
      <p className={dialog.lead}>What you have changed {what} is not saved.</p>
    </FormDialog>
  );
}
