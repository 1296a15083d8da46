import type { FastifyReply, FastifyRequest } from 'fastify'

/** How few bytes may come in how long, while a body is read. */
export interface UploadPace {
  readonly ms: number
  readonly leastBytes: number
}

/** Who sends it keeps a place from others. */
class SlowBody extends Error {
  readonly statusCode = 400
  readonly code = 'SLOW_BODY'
}

/**
 * Waits for a body to be read, as long as it comes at a pace: each part of the time brings its bytes, so that a quick
 * beginning excuses no drip. One that does not is refused, its connection closed with the answer, and what was read of it
 * let go of. Source: docs/limits.md, "Files in time".
 */
export async function atPace<Form>(
  { raw }: FastifyRequest,
  reply: FastifyReply,
  { ms, leastBytes }: UploadPace,
  reading: Promise<Form>,
): Promise<Form> {
  let before = raw.socket.bytesRead
  let looking: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_, refuse) => {
    looking = setInterval(() => {
      const now = raw.socket.bytesRead
      if (now - before < leastBytes) {
        reply.header('connection', 'close')
        refuse(new SlowBody('a body came too slowly'))
      }
      before = now
    }, ms)
  })
  try {
    return await Promise.race([reading, tooSlow])
  } finally {
    clearInterval(looking)
  }
}
