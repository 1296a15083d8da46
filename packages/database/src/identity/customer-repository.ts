import { emailTerm } from '@dolphin/domain/find/find-term'
import { type AccountStatus, OptInFlag } from '@dolphin/domain/identity/codes'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import { and, count, eq, getTableColumns, inArray, isNotNull, ne, type SQL, sql } from 'drizzle-orm'
import { isClaimed } from '../driver/claim.ts'
import type { Executor } from '../driver/executor.ts'
import { type FieldCipher, type FieldPlace, openJson, sealJson, ValueErased } from '../driver/field-cipher.ts'
import { isOneOf } from '../driver/one-of.ts'
import { holderOf } from '../driver/record-keys.ts'
import type { Owner } from '../driver/owner.ts'
import { findKeyOf, profileTerms, replaceFindTokens } from '../find/find-token-repository.ts'
import { customerEmails } from '../schema/claim.ts'
import { customers } from '../schema/customer.ts'

/** Who a customer is, as far as they have said. Dates "YYYY-MM-DD", codes as in product.md §3. */
export interface CustomerProfile {
  readonly firstName?: string
  readonly middleName?: string
  readonly lastName?: string
  readonly birthDate?: string
  /** Answers of an application that is not made yet, by element key; they go when it is. */
  readonly begun?: Readonly<Record<string, unknown>> | undefined
  readonly address?: {
    readonly street: string
    readonly unit?: string
    readonly urbanization?: string
    readonly city: string
    readonly state: string
    readonly zip: string
  }
}

export interface Customer extends Owner {
  readonly email: string
  readonly profile: CustomerProfile
  /** Nine digits; null until given. Never sent to a browser. */
  readonly ssn: string | null
  readonly passwordHash: string | null
  readonly accountStatus: AccountStatus
  readonly failedSignIns: number
  readonly lastFailedAt: Date | null
  readonly optInFlags: number
  /** Of the flags those that an employee set; only the customer takes them back. */
  readonly staffOptOuts: number
  readonly language: Locale
  readonly totpSecret: string | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export type NewCustomer = Pick<Customer, 'portfolioId' | 'openId' | 'email' | 'profile' | 'accountStatus'> &
  Partial<Pick<Customer, 'passwordHash' | 'optInFlags' | 'language'>>

const place = ({ portfolioId, openId }: Owner, column: string): FieldPlace => ({
  table: 'customers',
  id: `${portfolioId}/${openId}`,
  column,
  of: holderOf({ portfolioId, openId }),
})

export const emailIndex = (cipher: FieldCipher, email: string): string =>
  cipher.blindIndex('customers.email', email.trim().toLowerCase())

const ssnIndex = (cipher: FieldCipher, ssn: string): string => cipher.blindIndex('customers.ssn', ssn)

const isOwner = ({ portfolioId, openId }: Owner): SQL | undefined =>
  and(eq(customers.portfolioId, portfolioId), eq(customers.openId, openId))

function fromRow(cipher: FieldCipher, row: typeof customers.$inferSelect): Customer {
  const {
    emailIndex: _email,
    ssnIndex: _ssn,
    totpPendingSecret: _pending,
    totpLastStep: _step,
    begunAt: _begun,
    findKey: _key,
    ...kept
  } = row
  return {
    ...kept,
    email: cipher.open(place(row, 'email'), row.email),
    profile: openJson(cipher, place(row, 'profile'), row.profile) as CustomerProfile,
    ssn: row.ssn === null ? null : cipher.open(place(row, 'ssn'), row.ssn),
    totpSecret: row.totpSecret === null ? null : cipher.open(place(row, 'totpSecret'), row.totpSecret),
  }
}

/** Adds a customer, in a transaction; false (and nothing added) if the portfolio has one with that e-mail. */
export async function insertCustomer(
  executor: Executor,
  cipher: FieldCipher,
  { email, profile, ...customer }: NewCustomer,
  at: Date,
): Promise<boolean> {
  const claim = { portfolioId: customer.portfolioId, emailIndex: emailIndex(cipher, email) }
  const isFree = await isClaimed(executor, (part) =>
    part
      .insert(customerEmails)
      .values({ ...claim, openId: customer.openId })
      .onConflictDoNothing()
      .returning({ openId: customerEmails.openId }),
  )
  if (!isFree) return false
  await executor.insert(customers).values({
    ...customer,
    email: cipher.seal(place(customer, 'email'), email.trim()),
    emailIndex: claim.emailIndex,
    profile: sealJson(cipher, place(customer, 'profile'), profile),
    findKey: findKeyOf(cipher),
    createdAt: at,
    updatedAt: at,
  })
  await replaceFindTokens(executor, cipher, customer, { source: 'email', terms: [emailTerm(email)] })
  await replaceFindTokens(executor, cipher, customer, {
    source: 'profile',
    terms: profileTerms(profile, null),
  })
  return true
}

/** The customer, or undefined if there is none at that portfolio. */
export async function findCustomer(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
): Promise<Customer | undefined> {
  const [row] = await executor.select().from(customers).where(isOwner(owner))
  return row && fromRow(cipher, row)
}

/** Which of these portfolios have a customer of that number. Opens nothing. */
export async function listPortfoliosOf(
  executor: Executor,
  openId: string,
  portfolioIds: readonly number[],
): Promise<number[]> {
  const rows = await executor
    .select({ portfolioId: customers.portfolioId })
    .from(customers)
    .where(and(inArray(customers.portfolioId, [...portfolioIds]), eq(customers.openId, openId)))
  return rows.map(({ portfolioId }) => portfolioId)
}

/** Who customers of a portfolio say they are, in no order. Opens nothing else of them. */
export async function listProfiles(
  executor: Executor,
  cipher: FieldCipher,
  portfolioId: number,
  openIds: readonly string[],
): Promise<Pick<Customer, 'openId' | 'profile'>[]> {
  const rows = await executor
    .select({ portfolioId: customers.portfolioId, openId: customers.openId, profile: customers.profile })
    .from(customers)
    .where(and(eq(customers.portfolioId, portfolioId), isOneOf(customers.openId, openIds)))
  return rows.map((row) => ({
    openId: row.openId,
    profile: openJson(cipher, place(row, 'profile'), row.profile) as CustomerProfile,
  }))
}

/** Looks a customer up by e-mail, in whatever case and spacing it is typed. */
export async function findCustomerByEmail(
  executor: Executor,
  cipher: FieldCipher,
  portfolioId: number,
  email: string,
): Promise<Customer | undefined> {
  const [row] = await executor
    .select(getTableColumns(customers))
    .from(customerEmails)
    .innerJoin(
      customers,
      and(eq(customers.portfolioId, customerEmails.portfolioId), eq(customers.openId, customerEmails.openId)),
    )
    .where(
      and(
        eq(customerEmails.portfolioId, portfolioId),
        eq(customerEmails.emailIndex, emailIndex(cipher, email)),
      ),
    )
  return row && fromRow(cipher, row)
}

/** Customers of a portfolio with that SSN: for finding the same person twice, and black lists. */
export async function findOwnersBySsn(
  executor: Executor,
  cipher: FieldCipher,
  portfolioId: number,
  ssn: string,
): Promise<Owner[]> {
  return await executor
    .select({ portfolioId: customers.portfolioId, openId: customers.openId })
    .from(customers)
    .where(and(eq(customers.portfolioId, portfolioId), eq(customers.ssnIndex, ssnIndex(cipher, ssn))))
}

interface ProfileWrite {
  readonly profile: CustomerProfile
  /** Stays as it is where left out. */
  readonly ssn?: string
  readonly at: Date
}

/** Replaces the profile, and the SSN if given. */
export async function saveProfile(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
  { profile, ssn, at }: ProfileWrite,
): Promise<void> {
  const sealedSsn =
    ssn === undefined ? {} : { ssn: cipher.seal(place(owner, 'ssn'), ssn), ssnIndex: ssnIndex(cipher, ssn) }
  const begunAt = Object.keys(profile.begun ?? {}).length === 0 ? null : at
  const [saved] = await executor
    .update(customers)
    .set({
      profile: sealJson(cipher, place(owner, 'profile'), profile),
      ...sealedSsn,
      begunAt,
      updatedAt: at,
    })
    .where(isOwner(owner))
    .returning({ ssn: customers.ssn })
  if (saved === undefined) return
  const known = ssn ?? (saved.ssn === null ? null : cipher.open(place(owner, 'ssn'), saved.ssn))
  await replaceFindTokens(executor, cipher, owner, { source: 'profile', terms: profileTerms(profile, known) })
}

/**
 * Takes back what a customer has said: `begun`, the answers of an application that was never made; `all`, also birth
 * date, address and SSN, for who has no application or loan on file. That they were here last does not change.
 */
export async function forgetAnswers(
  executor: Executor,
  cipher: FieldCipher,
  owner: Owner,
  which: 'begun' | 'all',
): Promise<void> {
  const customer = await findCustomer(executor, cipher, owner).catch(unlessErased)
  if (customer === undefined) return
  const { firstName, middleName, lastName } = customer.profile
  const names = {
    ...(firstName === undefined ? {} : { firstName }),
    ...(middleName === undefined ? {} : { middleName }),
    ...(lastName === undefined ? {} : { lastName }),
  }
  const { begun: _begun, ...others } = customer.profile
  const profile = sealJson(cipher, place(owner, 'profile'), which === 'all' ? names : others)
  const number = which === 'all' ? { ssn: null, ssnIndex: null } : {}
  await executor
    .update(customers)
    .set({ profile, ...number, begunAt: null })
    .where(isOwner(owner))
  if (which === 'all')
    await replaceFindTokens(executor, cipher, owner, { source: 'profile', terms: profileTerms(names, null) })
}

/** A row that a restore brought back says nothing any more: it is erased again by the log. */
function unlessErased(error: unknown): undefined {
  if (!(error instanceof ValueErased)) throw error
}

/** Sets a new password hash and forgets failed tries. */
export async function setPassword(
  executor: Executor,
  owner: Owner,
  passwordHash: string,
  at: Date,
): Promise<void> {
  await executor
    .update(customers)
    .set({ passwordHash, failedSignIns: 0, lastFailedAt: null, updatedAt: at })
    .where(isOwner(owner))
}

/** Replaces a password's hash by one of the same password, unless another password was set meanwhile. */
export async function renewPasswordHash(
  executor: Executor,
  owner: Owner,
  from: string,
  to: string,
): Promise<void> {
  await executor
    .update(customers)
    .set({ passwordHash: to })
    .where(and(isOwner(owner), eq(customers.passwordHash, from)))
}

/** How many passwords have which pepper; `null` for hashes from before a pepper was named. */
export async function countPeppers(
  executor: Executor,
): Promise<{ readonly pepperId: string | null; readonly passwords: number }[]> {
  const pepperId = sql<string | null>`substring(${customers.passwordHash} from '^([0-9a-f]{8}):')`
  return await executor
    .select({ pepperId, passwords: count() })
    .from(customers)
    .where(isNotNull(customers.passwordHash))
    .groupBy(pepperId)
}

/** A move of an account's status. */
interface StatusMove {
  readonly from: AccountStatus
  readonly to: AccountStatus
  readonly at: Date
}

/** Moves the account's status; false if it was not in `from`. */
export async function moveAccountStatus(
  executor: Executor,
  owner: Owner,
  { from, to, at }: StatusMove,
): Promise<boolean> {
  const moved = await executor
    .update(customers)
    .set({ accountStatus: to, updatedAt: at })
    .where(and(isOwner(owner), eq(customers.accountStatus, from)))
    .returning({ openId: customers.openId })
  return moved.length === 1
}

/** Raises the flag "do not call" and leaves the others: the owner of the phone replied STOP. */
export async function forbidCalls(executor: Executor, owner: Owner, at: Date): Promise<void> {
  const optInFlags = sql`${customers.optInFlags} | ${OptInFlag.doNotCall}::integer`
  await executor.update(customers).set({ optInFlags, updatedAt: at }).where(isOwner(owner))
}

/** Takes the flag "do not call" back and leaves the others: the owner of the phone replied START. */
export async function allowCalls(executor: Executor, owner: Owner, at: Date): Promise<void> {
  const optInFlags = sql`${customers.optInFlags} & ~${OptInFlag.doNotCall}::integer`
  await executor.update(customers).set({ optInFlags, updatedAt: at }).where(isOwner(owner))
}

/** Sets a flag that the customer asked an employee for. */
export async function setStaffOptOut(
  executor: Executor,
  owner: Owner,
  flag: OptInFlag,
  at: Date,
): Promise<void> {
  const optInFlags = sql`${customers.optInFlags} | ${flag}::integer`
  const staffOptOuts = sql`${customers.staffOptOuts} | ${flag}::integer`
  await executor.update(customers).set({ optInFlags, staffOptOuts, updatedAt: at }).where(isOwner(owner))
}

/** The customer takes back a flag that an employee set; `keepsFlag` where it stands for another reason too. */
export async function clearStaffOptOut(
  executor: Executor,
  owner: Owner,
  { flag, keepsFlag }: { readonly flag: OptInFlag; readonly keepsFlag: boolean },
  at: Date,
): Promise<void> {
  const without = (column: typeof customers.optInFlags | typeof customers.staffOptOuts) =>
    sql`${column} & ~${flag}::integer`
  const staffOptOuts = without(customers.staffOptOuts)
  await executor
    .update(customers)
    .set({ staffOptOuts, updatedAt: at, ...(keepsFlag ? {} : { optInFlags: without(customers.optInFlags) }) })
    .where(isOwner(owner))
}

/** Notes the language that a customer reads; nothing is written where it is known already. */
export async function setLanguage(
  executor: Executor,
  owner: Owner,
  language: Locale,
  at: Date,
): Promise<void> {
  await executor
    .update(customers)
    .set({ language, updatedAt: at })
    .where(and(isOwner(owner), ne(customers.language, language)))
}

/** The language that a customer reads; undefined where there is no such customer. */
export async function findLanguage(executor: Executor, owner: Owner): Promise<Locale | undefined> {
  const [row] = await executor.select({ language: customers.language }).from(customers).where(isOwner(owner))
  return row?.language
}

/** Replaces the sum of opt-in flags (product.md §3). */
export async function setOptInFlags(
  executor: Executor,
  owner: Owner,
  optInFlags: number,
  at: Date,
): Promise<void> {
  await executor.update(customers).set({ optInFlags, updatedAt: at }).where(isOwner(owner))
}
