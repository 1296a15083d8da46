import { z } from 'zod'
import { channelId, instant, openId, portfolioId, sessionId, text } from '../wire.ts'
import { homeFlagCode } from '../wire-codes.ts'

/** The two headers of every later request, and how long they hold. Source: product.md §6, domain.md §12. */
const tokens = {
  accessToken: text(512),
  userCredential: text(4_096),
  sessionId,
  channelId,
  portfolioId,
  /** End without activity, and end in any case. */
  idleExpiresAt: instant,
  expiresAt: instant,
}

/** A signed-in customer's session. */
export const signedInSession = z.strictObject({
  ...tokens,
  openId,
  homeFlag: homeFlagCode,
  /** For clients without cookies: proves a remembered device at the next sign-in. */
  deviceToken: text(512).nullable(),
})

/** A session limited to one application. Source: domain.md §3. */
export const limitedSession = z.strictObject(tokens)

/** A link or code was sent, or would have been: always the same answer. */
export const sentAnswer = z.strictObject({
  sent: z.literal(true),
  resendAfterSeconds: z.int().nonnegative(),
})

/** The code step of a sign-in. */
export const codeStep = z.strictObject({
  needsCode: z.literal(true),
  sessionId,
  codeBy: z.enum(['mail', 'sms', 'authenticator']),
  maskedAddress: text(120).nullable(),
  expiresAt: instant,
  triesLeft: z.int().nonnegative(),
  resendAfterSeconds: z.int().nonnegative(),
})

export const linkPurpose = z.enum(['createAccount', 'resetPassword'])
export const linkFault = z.enum(['expired', 'used', 'unknown', 'otherPortfolio', 'duplicate', 'accountHeld'])
