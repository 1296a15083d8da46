/**
 * Asks as fast as the server answers, so many at once: what it can do at most. Latency means nothing here, for a
 * server that stalls is asked less.
 *
 * @param {{ lanes: number, seconds?: number, most?: number, send: (arrival: number) => Promise<unknown> }} load it ends
 *   after so many seconds or so many requests
 * @returns {Promise<{ perSecond: number, errors: Map<string, number> }>}
 */
export async function closedLoop({ lanes, seconds = Infinity, most = Infinity, send }) {
  const errors = new Map()
  const begunAt = performance.now()
  const end = begunAt + seconds * 1_000
  let [arrival, answered] = [0, 0]
  const lane = async () => {
    while (performance.now() < end && arrival < most) {
      const mine = arrival
      arrival += 1
      try {
        await send(mine)
        answered += 1
      } catch (error) {
        errors.set(error.message, (errors.get(error.message) ?? 0) + 1)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return { perSecond: answered / ((performance.now() - begunAt) / 1_000), errors }
}
