/** A call to PayPal's stand-in. */
export interface PayPalCall {
  readonly method: string;
  /** Below /paypal. */
  readonly path: string;
  readonly query: string;
  readonly sent: unknown;
  readonly status: number;
  readonly answer: unknown;
}

/** What a sandbox answered, while somebody listens. */
export const recording: {
  /** Stripe's answers, and every webhook. */
  answers: { call: string; body: unknown }[] | null;
  /** Calls to PayPal. */
  calls: PayPalCall[] | null;
} = { answers: null, calls: null };

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
