interface Question {
  readonly question: string;
  readonly answer: string;
}

const normalize = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Questions that contain every typed word, in the question or the answer; ignores case and accents. */
export function findQuestions<Q extends Question>(questions: readonly Q[], searchText: string): readonly Q[] {
  const words = normalize(searchText).split(/\s+/).filter(Boolean);
  return questions.filter(({ question, answer }) => {
    const text = normalize(`${question} ${answer}`);
    return words.every((word) => text.includes(word));
  });
}
