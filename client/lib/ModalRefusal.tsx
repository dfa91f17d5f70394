import { useEffect, useEffectEvent } from 'react';
import { toast } from '../ui/overlay/toast.ts';
import { ProblemError } from './api.ts';

interface ModalRefusalProps {
  readonly message: string;
  readonly onClose: () => void;
}

/** Reports once why a link opens nothing; the screen below stays. */
export function ModalRefusal({ message, onClose }: ModalRefusalProps) {
  const refuse = useEffectEvent(() => {
    toast(message, 'danger');
    onClose();
  });
  useEffect(() => refuse(), []);
  return null;
}

/** Whether the modal's subject does not exist for this person, so that a retry is useless. */
export function isGone(error: Error | null): error is ProblemError {
  return error instanceof ProblemError && [400, 404].includes(error.problem.status);
}
