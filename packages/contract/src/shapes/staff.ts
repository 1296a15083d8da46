import { namesWebAddress } from '@dolphin/domain/identity/plain-line'
import {
  EMPLOYEE_STATES,
  FACTOR_KINDS,
  LINK_FINDINGS,
  STAFF_ROLES,
  STAFF_SESSION_KINDS,
} from '@dolphin/domain/staff/codes'
import { decidesMoney, STAFF_ACTS, STAFF_PERMISSIONS } from '@dolphin/domain/staff/permissions'
import { z } from 'zod'
import { instant, isoDate, money, portfolioId, sessionId, text, typedName } from '../wire.ts'

/** Stands in history and audit as `employee:<id>`. */
export const employeeId = z.string().regex(/^[a-z0-9-]{1,48}$/, 'This employee cannot be right')
/** An employee as views name them; without a row of their own, the name is the id. */
export const employeeNamed = z.strictObject({ employeeId, name: text(80) })
export const employeeName = typedName(80, 'Enter the name').refine(
  (name) => !namesWebAddress(name),
  'Write the name alone, without a web address',
)
export const grantNo = z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'This role cannot be right')
export const invitationNo = z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'This invitation cannot be right')
export const challengeId = z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'This request cannot be right')
const staffRole = z.enum(STAFF_ROLES)

/** Where, up to which amount and for which days a role counts. */
const roleTerms = z.strictObject({
  role: staffRole,
  /** Null: every portfolio, and what belongs to the whole server. */
  portfolioId: portfolioId.nullable(),
  /** The largest amount that is decided alone or confirmed; null: any, or the role decides none. */
  amountLimit: money.nullable(),
  from: isoDate,
  /** The last day; null: open. */
  until: isoDate.nullable(),
})

/**
 * A role as it is granted: one that decides or confirms money names the largest amount. Nothing chosen is not everything.
 * Source: docs/decisions/staff.md.
 */
export const grantedRole = roleTerms.superRefine(({ role, amountLimit }, context) => {
  if (amountLimit !== null || !decidesMoney(role)) return
  const message = 'Choose the largest amount that this role decides or confirms.'
  context.addIssue({ code: 'custom', path: ['amountLimit'], message })
})

/** A role as it stands. */
const employeeRole = roleTerms.extend({
  grantNo,
  grantedBy: text(120),
  /** Null: it waits for another to confirm it, and counts for nothing. */
  confirmedBy: text(120).nullable(),
})

export const employeeFactor = z.strictObject({
  factorId: text(64),
  kind: z.enum(FACTOR_KINDS),
  name: text(80),
  /** A passkey that may be copied to other devices; null for a password. */
  synced: z.boolean().nullable(),
  madeAt: instant,
  lastUsedAt: instant.nullable(),
})

/** An employee as administrators see one. */
export const employee = z.strictObject({
  employeeId,
  name: text(80),
  email: text(254),
  state: z.enum(EMPLOYEE_STATES),
  roles: z.array(employeeRole).max(200),
  factors: z.array(employeeFactor).max(50),
})

/** Two accounts that may be of one person: they confirm nothing of each other until two others lift it. */
export const accountLink = z.strictObject({
  linkNo: z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'This link cannot be right'),
  one: employeeNamed,
  other: employeeNamed,
  /** What was checked, and nothing more. */
  finding: z.enum(LINK_FINDINGS),
  foundAt: instant,
})

/** An invitation that is open. */
export const invitation = z.strictObject({
  invitationNo,
  employeeId,
  invitedBy: text(120),
  invitedAt: instant,
  /** Null: another has to confirm it first. */
  confirmedBy: text(120).nullable(),
  expiresAt: instant,
})

/** Who is signed in, until when, and what they may do. */
export const staffSession = z.strictObject({
  sessionId,
  employeeId,
  name: text(80),
  kind: z.enum(STAFF_SESSION_KINDS),
  /** End without activity, and end in any case. */
  idleExpiresAt: instant,
  expiresAt: instant,
  roles: z.array(roleTerms).max(200),
  /** What some role allows today, and where; null: in every portfolio. */
  permissions: z
    .array(
      z.strictObject({
        permission: z.enum(STAFF_PERMISSIONS),
        act: z.enum(STAFF_ACTS),
        portfolios: z.array(portfolioId).max(999).nullable(),
      }),
    )
    .max(400),
})

const base64url = (longest: number) =>
  z
    .string()
    .max(longest)
    .regex(/^[A-Za-z0-9_-]*$/, 'The answer of the passkey cannot be right')

/** What an authenticator answers when it makes a passkey, as @simplewebauthn/browser passes it on. */
export const passkeyRegistration = z.strictObject({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  response: z.strictObject({
    clientDataJSON: base64url(8_000),
    attestationObject: base64url(40_000),
    authenticatorData: base64url(8_000).optional(),
    transports: z.array(text(32)).max(10).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: base64url(8_000).optional(),
  }),
})

/** What an authenticator answers when it signs. */
export const passkeyAssertion = z.strictObject({
  id: base64url(1_400),
  rawId: base64url(1_400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
  clientExtensionResults: z.record(z.string(), z.unknown()),
  response: z.strictObject({
    clientDataJSON: base64url(8_000),
    authenticatorData: base64url(8_000),
    signature: base64url(8_000),
    userHandle: base64url(200).optional(),
  }),
})

/** What the page passes to the browser: `optionsJSON` of @simplewebauthn/browser. */
export const passkeyOptions = z.record(z.string(), z.unknown())
