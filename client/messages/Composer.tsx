import '@mantine/core/styles/Input.layer.css';
import { Textarea } from '@mantine/core';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import type { Role } from '#shared/lib/endpoint.ts';
import { characters, cleanText } from '#shared/lib/text.ts';
import { MESSAGE_MAX, messagePlaceholder, messageProblem } from '#shared/messages/rules.ts';
import { THREAD } from '#shared/messages/texts.ts';
import { Button } from '../ui/button/Button.tsx';
import fieldClasses from '../ui/form/Field.module.css';
import { charactersLeft } from '../ui/form/TextareaField.tsx';
import { useSendMessage } from './api.ts';
import classes from './Composer.module.css';
import { drafts, useDraft } from './drafts.ts';

interface ComposerProps {
  readonly threadId: string;
  readonly role: Role;
  /** More actions, beside the button. */
  readonly children?: ReactNode;
}

/** The message box. Ctrl or Cmd with Enter sends; a failed message returns to the box. */
export function Composer({ threadId, role, children }: ComposerProps) {
  const { text } = useDraft(threadId);
  const { mutate } = useSendMessage(threadId);
  const textarea = useRef<HTMLTextAreaElement>(null);
  const countId = useId();
  const body = cleanText(text);
  const length = characters(body);
  const canSend = messageProblem(body) === null;

  const send = () => {
    if (!canSend) return;
    mutate(drafts.send(threadId));
    textarea.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };

  return (
    <form
      className={classes.composer}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        ref={textarea}
        value={text}
        onChange={(event) => drafts.write(threadId, event.currentTarget.value)}
        onKeyDown={onKeyDown}
        placeholder={messagePlaceholder(role)}
        aria-label="Your message"
        aria-describedby={countId}
        aria-invalid={length > MESSAGE_MAX || undefined}
        autosize
        minRows={2}
        maxRows={6}
        classNames={{ input: fieldClasses.input ?? '' }}
      />
      <div className={classes.footer}>
        <Button type="submit" disabled={!canSend}>
          {THREAD.send}
        </Button>
        {children}
        <span id={countId} className={classes.count} data-over={length > MESSAGE_MAX || undefined}>
          {countText(length)}
        </span>
      </div>
    </form>
  );
}

function countText(length: number): string {
  if (length > MESSAGE_MAX) return `${length - MESSAGE_MAX} too many. ${THREAD.tooLong}`;
  return length === 0 ? '' : charactersLeft(MESSAGE_MAX - length);
}
