import { useEffect, useRef } from 'react';

const WRONG = ':is(input, textarea)[aria-invalid=true], fieldset[aria-invalid=true] input';

/** The button that saved is gone: the focus goes to the first field that is wrong, else to the button that publishes. */
export function useFocusAfterSaving() {
  const fields = useRef<HTMLDivElement>(null);
  const publishButton = useRef<HTMLButtonElement>(null);
  const isDue = useRef(false);
  // Not only once: that button comes when the draft has been read.
  useEffect(() => {
    if (!isDue.current || publishButton.current === null) return;
    isDue.current = false;
    (fields.current?.querySelector<HTMLElement>(WRONG) ?? publishButton.current).focus();
  });
  return {
    fields,
    publishButton,
    focusAfterSaving: () => {
      isDue.current = true;
    },
  };
}
