/** What a sandbox answered, while somebody listens. */
export const recording: { answers: { call: string; body: unknown }[] | null } = { answers: null };

/** `fetch` that records the answers of the API. */
export const recordingFetch: typeof globalThis.fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (recording.answers !== null) {
    const url = input instanceof Request ? input.url : String(input);
    const call = `${init?.method ?? 'GET'} ${new URL(url).pathname}`;
    recording.answers.push({ call, body: await response.clone().json() });
  }
  return response;
};
