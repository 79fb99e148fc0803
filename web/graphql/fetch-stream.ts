/**
 * Fetches a stream of events that may be left: aborted, its body ends where fetch's own would fail. The client gives its reading up at the
 * same time, and what failed then would be an error that nobody catches.
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
