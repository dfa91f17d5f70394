interface Question {
  readonly question: string;
  readonly answer: string;
}

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The questions that have every typed word in them or in their answer, whatever its case and accents, in their order. */
export function findQuestions<Q extends Question>(questions: readonly Q[], typed: string): readonly Q[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return questions.filter(({ question, answer }) => {
    const text = plain(`${question} ${answer}`);
    return words.every((word) => text.includes(word));
  });
}
