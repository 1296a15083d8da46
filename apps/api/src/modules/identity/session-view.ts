import type { signedInSession } from '@dolphin/contract/shapes/session'
import type { HomeFlag } from '@dolphin/domain/loans/codes'
import { isoInZone } from '@dolphin/domain/time/new-york'
import type { z } from 'zod'
import type { OpenedSession } from './session-service.ts'

/** A session as every answer carries it, instants in the portfolio's zone. */
export function sessionView(session: OpenedSession, timeZone: string) {
  return {
    accessToken: session.accessToken,
    userCredential: session.userCredential,
    sessionId: session.sessionId,
    channelId: session.channelId,
    portfolioId: session.portfolioId,
    idleExpiresAt: isoInZone(session.idleExpiresAt, timeZone),
    expiresAt: isoInZone(session.expiresAt, timeZone),
  }
}

export function signedInView(
  session: OpenedSession,
  timeZone: string,
  extra: { readonly openId: string; readonly homeFlag: HomeFlag; readonly deviceToken: string | null },
): z.output<typeof signedInSession> {
  return { ...sessionView(session, timeZone), ...extra }
}
