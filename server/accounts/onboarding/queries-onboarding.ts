import type { OnboardingAnswers } from '../../shared/accounts/rules-onboarding.ts';
import type { Tx } from '../db/transaction.ts';

/** Writes a person's answers over those of before; the instant of completion is the first one's. */
export async function keepAnswers(
  tx: Tx,
  personId: string,
  answers: OnboardingAnswers,
  now: Temporal.Instant,
): Promise<void> {
  const { persona_type, persona_level, persona_diy } = answers;
  const said = {
    persona_type,
    persona_level,
    persona_diy,
    interests: JSON.stringify(answers.interests),
    comments: answers.comments === '' ? null : answers.comments,
  };
  await tx
    .insertInto('onboarding_answers')
    .values({ person_id: personId, ...said, completed_at: now })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet(said))
    .execute();
}
