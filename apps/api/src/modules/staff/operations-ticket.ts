import { MINUTE_MS } from '@dolphin/domain/time/durations'
import { createHmac } from 'node:crypto'
import { sameDigest } from '../../security/secrets.ts'

const TICKET_MS = 10 * MINUTE_MS
const FORM = /^(\d{1,12})\.([A-Za-z0-9_-]{43})$/

/** Whom a ticket is for: it serves no other name or address. */
export interface TicketFor {
  readonly name: string
  readonly email: string
}

const macOf = (secret: Uint8Array, { name, email }: TicketFor, issuedSeconds: string): string =>
  createHmac('sha256', secret)
    .update(JSON.stringify(['first administrator 1', name, email, issuedSeconds]))
    .digest('base64url')

/** What only the holder of the operations secret can make, so that the secret itself never travels. */
export function issueOperationsTicket(secret: Uint8Array, who: TicketFor, issuedAt: Date): string {
  const seconds = String(Math.floor(issuedAt.getTime() / 1_000))
  return `${seconds}.${macOf(secret, who, seconds)}`
}

/** Whether a ticket is of this secret, for this name and address, and at most ten minutes old. */
export function isTicketGood(secret: Uint8Array, who: TicketFor, ticket: string, now: Date): boolean {
  const [, seconds = '', mac = ''] = FORM.exec(ticket) ?? []
  if (!sameDigest(mac, macOf(secret, who, seconds))) return false
  const ageMs = now.getTime() - Number(seconds) * 1_000
  return Math.abs(ageMs) < TICKET_MS
}

/** Who stands in history where the operations secret acted: its two halves, since no employee exists yet. */
export const BY_SECRET = { enters: 'operationsSecret', confirms: 'firstAdministrators' } as const
