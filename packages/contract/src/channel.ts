import type { Ticket } from '@dolphin/domain/channel/ticket'
import type {
  LoanStatus,
  LoanSubStatus,
  ReviewStatus,
  SignStatus,
  TrackerStep,
} from '@dolphin/domain/loans/codes'

/** Both sides send one; product.md §7. */
export const heartbeatMs = 30_000
/** Silent for longer than this, a connection is dead: both sides close it. Source: product.md §7. */
export const deadAfterMs = 60_000
/** The Access-Token must have come by then. Source: contract.md. */
export const authenticateWithinMs = 5_000
export const maxFrameBytes = 65_536

/** The only system there is. Stands outside the gateway prefix. */
export const systemCode = 'online'

/** Where a session's channel is. The id is the session's channel id; the token never stands in an address. */
export function channelPath(channelId: string): string {
  return `/channel/${systemCode}/${encodeURIComponent(channelId)}`
}

/** The first frame: proves the session, and names the last message seen so that missed ones follow. */
export interface AuthenticateFrame {
  readonly kind: 'authenticate'
  readonly accessToken: string
  readonly userCredential: string
  readonly lastTicketId: string | null
}

export interface HeartbeatFrame {
  readonly kind: 'heartbeat'
}

/** What a browser may send. */
export type ClientFrame = AuthenticateFrame | HeartbeatFrame

/** The session is accepted; what was missed follows. */
export interface WelcomeFrame {
  readonly kind: 'welcome'
}

/**
 * A message of product.md §4. It is a hint: pages read the state again by HTTPS before they act on it.
 * `id` grows within a channel; the client hands the last one back on reconnecting.
 */
export type TicketMessage =
  | {
      readonly ticket: (typeof Ticket)['signatureCallback']
      readonly id: string
      readonly data: {
        readonly loanNo: string
        readonly requestCode: string
        readonly signStatus: SignStatus
      }
    }
  | {
      readonly ticket: (typeof Ticket)['cutOffTimeExpired']
      readonly id: string
      readonly data: {
        readonly portfolioId: number
        readonly nextDate: string
        readonly nextCutOffAt: string
      }
    }
  | {
      readonly ticket: (typeof Ticket)['inProgress']
      readonly id: string
      readonly data: LoanProgress | MessageArrived
    }

/** A loan has moved. */
export type LoanProgress = {
  readonly loanNo: string
  readonly loanStatus: LoanStatus
  readonly subStatus: LoanSubStatus | null
  readonly reviewStatus: ReviewStatus | null
  readonly trackerStep: TrackerStep | null
}

/** The lender has written. */
export type MessageArrived = {
  readonly messageNo: string
}

/** What the server may send: a welcome, heartbeats, and messages in the very shape of contract.md. */
export type ServerFrame = WelcomeFrame | HeartbeatFrame | TicketMessage

/** Why the server closes; 4000-4999 are for applications (RFC 6455 §7.4.2). */
export const ChannelClose = {
  notAuthenticated: 4001,
  sessionEnded: 4002,
  silent: 4003,
  badFrame: 4004,
  tooSlow: 4005,
  tooMany: 4006,
} as const
export type ChannelClose = (typeof ChannelClose)[keyof typeof ChannelClose]
