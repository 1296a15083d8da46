import type {
  ChallengePurpose,
  EmployeeState,
  FactorKind,
  LinkFinding,
  StaffRole,
  StaffSessionKind,
} from '@dolphin/domain/staff/codes'
import type { SavedList } from '@dolphin/domain/staff/saved-list'
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import { day, hash, instant, money, portfolioId, sealed } from './columns.ts'

/** A person of the lender's staff; history and audit name them as `employee:<id>`. Never deleted. */
export const employees = pgTable(
  'employees',
  {
    employeeId: text().primaryKey(),
    name: text().notNull(),
    /** The work address; one employee each, those who left included. */
    email: sealed().notNull(),
    emailIndex: hash().notNull(),
    state: text().$type<EmployeeState>().notNull(),
    createdAt: instant().notNull(),
    changedAt: instant().notNull(),
  },
  (row) => [uniqueIndex('employees_one_email').on(row.emailIndex)],
)

/**
 * What proves an employee: a passkey's public key, a password that counts with a code of the app, or an account at the
 * company's provider of single sign-on.
 */
export const employeeFactors = pgTable(
  'employee_factors',
  {
    factorId: text().primaryKey(),
    employeeId: text()
      .notNull()
      .references(() => employees.employeeId),
    kind: text().$type<FactorKind>().notNull(),
    /** As its owner calls it: "Desk key". */
    name: text().notNull(),
    /** The invitation that it was enrolled by; null of one that its owner added. */
    invitationNo: text(),
    /** The session of the browser in which it was enrolled, where one was open there: it confirms nothing of it. */
    madeInSession: text(),
    /** Of a passkey, base64url: one authenticator's credential belongs to one employee for ever. */
    credentialId: text(),
    publicKey: text(),
    /** Signature counter; rises with each use, or stays 0 for a synced passkey. */
    counter: bigint({ mode: 'number' }),
    /** May be copied to other devices (BE), and is (BS). Source: docs/facts/staff-passkeys.md. */
    backupEligible: boolean(),
    backedUp: boolean(),
    aaguid: text(),
    transports: text().array(),
    /** Digest of the serial number that an enterprise attestation gave; null where none was given. */
    serialHash: hash(),
    passwordHash: text(),
    /** Base32, of the authenticator app. */
    totpSecret: sealed(),
    /** 30-second step of the last code taken: none is taken twice (RFC 6238 §5.2). */
    totpLastStep: bigint({ mode: 'number' }),
    /** Of an account at the provider: its issuer, and the blind index of its subject there. */
    issuer: text(),
    subjectIndex: hash(),
    madeAt: instant().notNull(),
    lastUsedAt: instant(),
    endedAt: instant(),
    endedFor: text().$type<'replaced' | 'counterFault' | 'departed' | 'removed'>(),
  },
  (row) => [
    index('employee_factors_by_employee').on(row.employeeId),
    uniqueIndex('employee_factors_one_credential').on(row.credentialId),
    uniqueIndex('employee_factors_one_password')
      .on(row.employeeId)
      .where(sql`"kind" = 'password' and "ended_at" is null`),
    uniqueIndex('employee_factors_one_subject')
      .on(row.issuer, row.subjectIndex)
      .where(sql`"kind" = 'openId' and "ended_at" is null`),
    uniqueIndex('employee_factors_one_open_id')
      .on(row.employeeId, row.issuer)
      .where(sql`"kind" = 'openId' and "ended_at" is null`),
  ],
)

/** A role of an employee. Counts once another than who granted it has confirmed it, until it is ended. */
export const employeeRoles = pgTable(
  'employee_roles',
  {
    grantNo: text().primaryKey(),
    employeeId: text()
      .notNull()
      .references(() => employees.employeeId),
    role: text().$type<StaffRole>().notNull(),
    /** Null: every portfolio, and what belongs to the whole server. */
    portfolioId: integer(),
    amountLimit: money(),
    fromDay: day().notNull(),
    untilDay: day(),
    grantedBy: text().notNull(),
    grantedAt: instant().notNull(),
    confirmedBy: text(),
    confirmedAt: instant(),
    endedBy: text(),
    endedAt: instant(),
  },
  (row) => [
    index('employee_roles_by_employee').on(row.employeeId),
    check('employee_roles_two_people', sql`"confirmed_by" is null or "granted_by" <> "confirmed_by"`),
    check(
      'employee_roles_not_for_oneself',
      sql`'employee:' || "employee_id" not in ("granted_by", coalesce("confirmed_by", ''))`,
    ),
  ],
)

/** An open session of an employee. Read with the employee's state at each request, so that none outlives it. */
export const employeeSessions = pgTable(
  'employee_sessions',
  {
    tokenHash: hash().primaryKey(),
    sessionId: text().notNull(),
    employeeId: text()
      .notNull()
      .references(() => employees.employeeId),
    kind: text().$type<StaffSessionKind>().notNull(),
    /** What proved the employee; of a terminal, what proved them at the desk when they let it in. */
    factorId: text()
      .notNull()
      .references(() => employeeFactors.factorId),
    /** Of a terminal: as its owner calls it. */
    label: text(),
    createdAt: instant().notNull(),
    lastSeenAt: instant().notNull(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
    /** At the desk: when a passkey that releases money was last touched in it. */
    touchedAt: instant(),
  },
  (row) => [
    index('employee_sessions_by_employee').on(row.employeeId),
    uniqueIndex('employee_sessions_by_session_id').on(row.sessionId),
    index('employee_sessions_by_expiry').on(row.expiresAt),
  ],
)

/**
 * The way in for a new employee, or for one who lost their passkey. Who invites holds a code, who confirms holds a
 * link, and only both together open it: neither can enroll in another's name alone.
 */
export const employeeInvitations = pgTable(
  'employee_invitations',
  {
    invitationNo: text().primaryKey(),
    employeeId: text()
      .notNull()
      .references(() => employees.employeeId),
    codeHash: hash().notNull(),
    linkHash: hash(),
    invitedBy: text().notNull(),
    invitedAt: instant().notNull(),
    confirmedBy: text(),
    confirmedAt: instant(),
    /** Until when it may be confirmed; once it is, until when the link works. */
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (row) => [
    index('employee_invitations_by_employee').on(row.employeeId),
    uniqueIndex('employee_invitations_by_link').on(row.linkHash),
    index('employee_invitations_by_expiry').on(row.expiresAt),
    check('employee_invitations_two_people', sql`"confirmed_by" is null or "invited_by" <> "confirmed_by"`),
    check(
      'employee_invitations_not_for_oneself',
      sql`'employee:' || "employee_id" not in ("invited_by", coalesce("confirmed_by", ''))`,
    ),
  ],
)

/** What an authenticator signs, once: consumed before its answer is verified. */
export const employeeChallenges = pgTable(
  'employee_challenges',
  {
    challengeId: text().primaryKey(),
    /** 32 random bytes, base64url. */
    nonce: text().notNull(),
    purpose: text().$type<ChallengePurpose>().notNull(),
    /** Null where the passkey says who signs in. */
    employeeId: text().references(() => employees.employeeId),
    /** What it belongs to: an invitation's number, or a session's id. */
    subject: text(),
    /** SHA-256 of exactly what is confirmed; null for a sign-in. */
    actDigest: hash(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    usedAt: instant(),
  },
  (row) => [index('employee_challenges_by_expiry').on(row.expiresAt)],
)

/** A terminal that asks to be let in: it shows a code, and its employee enters that code at the desk. */
export const employeeTerminals = pgTable(
  'employee_terminals',
  {
    /** Of the secret that the terminal holds. */
    deviceHash: hash().primaryKey(),
    /** Of the code that it shows. */
    codeHash: hash().notNull(),
    label: text().notNull(),
    /** The network address from which it asked. */
    address: text(),
    createdAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Who let it in, and what had proved them. */
    employeeId: text().references(() => employees.employeeId),
    factorId: text().references(() => employeeFactors.factorId),
    usedAt: instant(),
  },
  (row) => [
    uniqueIndex('employee_terminals_by_code').on(row.codeHash),
    index('employee_terminals_by_expiry').on(row.expiresAt),
  ],
)

/**
 * A touch of a passkey over one act that releases money: asked for by the session that will do the act, given at the desk,
 * and used up by the act. What was typed stands in the act as a keyed digest. Rows of no customer; kept as evidence.
 */
export const employeeTouches = pgTable(
  'employee_touches',
  {
    touchNo: text().primaryKey(),
    employeeId: text()
      .notNull()
      .references(() => employees.employeeId),
    /** The session that does the act, at the desk or a terminal. */
    sessionId: text().notNull(),
    /** The canonical act that is signed. */
    act: text().notNull(),
    actDigest: hash().notNull(),
    askedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    /** Of the touch, so that anyone verifies it years later. */
    touchedAt: instant(),
    factorId: text().references(() => employeeFactors.factorId),
    nonce: text(),
    credentialId: text(),
    publicKey: text(),
    clientData: text(),
    authenticatorData: text(),
    signature: text(),
    origin: text(),
    /** When its act was done: one touch is of one act. */
    usedAt: instant(),
  },
  (row) => [index('employee_touches_by_act').on(row.actDigest)],
)

/** A browser at which an employee enrolled or signed in, by the mark that it holds. */
export const employeeBrowsers = pgTable(
  'employee_browsers',
  {
    markHash: hash().notNull(),
    employeeId: text()
      .notNull()
      .references(() => employees.employeeId),
    firstAt: instant().notNull(),
    lastAt: instant().notNull(),
  },
  (row) => [
    primaryKey({ columns: [row.markHash, row.employeeId] }),
    index('employee_browsers_by_last').on(row.lastAt),
  ],
)

/**
 * Two accounts that one person may hold, and what that was seen by. Until it is lifted, by two others, neither confirms what
 * the other entered; the same finding of the same two is not made again.
 */
export const employeeLinks = pgTable(
  'employee_links',
  {
    linkNo: text().primaryKey(),
    /** The two, in the order of their ids. */
    one: text()
      .notNull()
      .references(() => employees.employeeId),
    other: text()
      .notNull()
      .references(() => employees.employeeId),
    finding: text().$type<LinkFinding>().notNull(),
    foundAt: instant().notNull(),
    liftEnteredBy: text(),
    liftedBy: text(),
    liftedAt: instant(),
  },
  (row) => [
    uniqueIndex('employee_links_once').on(row.one, row.other, row.finding),
    check('employee_links_of_two', sql`"one" < "other"`),
    check('employee_links_two_people', sql`"lifted_by" is null or "lift_entered_by" <> "lifted_by"`),
    check(
      'employee_links_not_for_oneself',
      sql`"lifted_by" is null or ('employee:' || "one" not in ("lift_entered_by", "lifted_by")
        and 'employee:' || "other" not in ("lift_entered_by", "lifted_by"))`,
    ),
  ],
)

/**
 * A view of a customer's own pages that an employee opened. It opens nothing without the session of that employee, so its
 * number is no secret.
 */
export const employeeMirrors = pgTable(
  'employee_mirrors',
  {
    mirrorNo: text().primaryKey(),
    employeeId: text()
      .notNull()
      .references(() => employees.employeeId),
    portfolioId: portfolioId(),
    openId: text().notNull(),
    /** Why, as the employee said it. */
    reason: text().notNull(),
    openedAt: instant().notNull(),
    expiresAt: instant().notNull(),
    endedAt: instant(),
  },
  (row) => [index('employee_mirrors_by_expiry').on(row.expiresAt)],
)

/** A filter of a list that an employee named for themselves. */
export const savedViews = pgTable(
  'saved_views',
  {
    employeeId: text()
      .notNull()
      .references(() => employees.employeeId),
    list: text().$type<SavedList>().notNull(),
    name: text().notNull(),
    /** As the list's address has it: "kind=unmatchedReturn&portfolio=118"; no filter names a person. */
    search: text().notNull(),
    savedAt: instant().notNull(),
  },
  (row) => [primaryKey({ columns: [row.employeeId, row.list, row.name] })],
)
