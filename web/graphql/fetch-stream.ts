/**
 * Fetches an event stream. On abort the body ends instead of failing.
 * The client cancels its reader at the same time. An error at that point would be an unhandled rejection.
 */
export const fetchStream: typeof fetch = async (input, init) => {
  const answer = await fetch(input, init);
  const signal = init?.signal;
  if (!answer.body || !signal) return answer;
  const reader = answer.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    pull: async (stream) => {
      try {
        const { done, value } = await reader.read();
        if (done) stream.close();
        else stream.enqueue(value);
      } catch (error) {
        if (!signal.aborted) throw error;
        stream.close();
      }
    },
    cancel: () => reader.cancel().catch(() => {}),
  });
  return new Response(body, answer);
};
