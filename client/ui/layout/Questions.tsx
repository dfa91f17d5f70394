import type { ReactNode } from 'react';
import { Icon } from '../button/Icon.tsx';
import classes from './Questions.module.css';

interface QuestionsProps {
  readonly questions: readonly { readonly question: string; readonly answer: ReactNode }[];
}

/** Questions and answers as an accordion. */
export function Questions({ questions }: QuestionsProps) {
  return (
    <div className={classes.list}>
      {questions.map(({ question, answer }) => (
        <details key={question} className={classes.item}>
          <summary>
            <span>{question}</span>
            <Icon name="down" size={18} />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
