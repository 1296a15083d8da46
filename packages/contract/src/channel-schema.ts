import { z } from 'zod'
import type { ClientFrame } from './channel.ts'
import { text } from './wire.ts'

const ticketId = text(64)
const heartbeat = z.strictObject({ kind: z.literal('heartbeat') })

/** What a browser may send; anything else closes the connection. */
export const clientFrame: z.ZodType<ClientFrame> = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('authenticate'),
    accessToken: text(512),
    userCredential: text(4_096),
    lastTicketId: ticketId.nullable(),
  }),
  heartbeat,
])
