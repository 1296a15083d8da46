import { Ticket } from '@dolphin/domain/channel/ticket'
import { z } from 'zod'
import type { ClientFrame, ServerFrame } from './channel.ts'
import { instant, isoDate, loanNo, portfolioId, requestCode, text } from './wire.ts'
import { loanStatusCode, loanSubStatus, signStatusCode, trackerStepCode } from './wire-codes.ts'

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

const ticketMessage = z.discriminatedUnion('ticket', [
  z.strictObject({
    ticket: z.literal(Ticket.signatureCallback),
    id: ticketId,
    data: z.strictObject({ loanNo, requestCode, signStatus: signStatusCode }),
  }),
  z.strictObject({
    ticket: z.literal(Ticket.cutOffTimeExpired),
    id: ticketId,
    data: z.strictObject({ portfolioId, nextDate: isoDate, nextCutOffAt: instant }),
  }),
  z.strictObject({
    ticket: z.literal(Ticket.inProgress),
    id: ticketId,
    data: z.strictObject({
      loanNo,
      loanStatus: loanStatusCode,
      subStatus: loanSubStatus.nullable(),
      trackerStep: trackerStepCode.nullable(),
    }),
  }),
])

/** What the server sends. */
export const serverFrame: z.ZodType<ServerFrame> = z.union([
  z.strictObject({ kind: z.literal('welcome') }),
  heartbeat,
  ticketMessage,
])
