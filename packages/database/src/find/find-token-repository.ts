import {
  type AddressTerm,
  addressTerm,
  emailTerm,
  type FindTerm,
  type HashedFindKind,
  isHashed,
  nameTerms,
  phoneTerm,
  ssnAndBirthTerm,
} from '@dolphin/domain/find/find-term'
import { ContactType } from '@dolphin/domain/identity/codes'
import { and, eq, min, type SQL } from 'drizzle-orm'
import type { Executor } from '../driver/executor.ts'
import type { FieldCipher } from '../driver/field-cipher.ts'
import { isOneOf } from '../driver/one-of.ts'
import type { Owner } from '../driver/owner.ts'
import { findTokens } from '../schema/find.ts'

/** A field that customers are found by. */
export type FindSource = 'profile' | 'email' | `contact/${ContactType}`

type StoredTerm = FindTerm<HashedFindKind> | AddressTerm

/** The keyed hash of a term. Two fields of the same kind have the same one, those of two kinds never. */
const findTokenOf = (cipher: FieldCipher, { kind, value }: FindTerm | AddressTerm): string =>
  cipher.blindIndex(`find.${kind}`, value)

/** Raised when customers are found by more than before: the job then writes the tokens of all anew. */
const TERMS = 'with addresses'

/** Of which lasting key, and of which terms, the tokens of this cipher are made; tells nothing about the key. */
export const findKeyOf = (cipher: FieldCipher): string => cipher.blindIndex('find.key', TERMS).slice(0, 8)

const isOf = ({ portfolioId, openId }: Owner): SQL | undefined =>
  and(eq(findTokens.portfolioId, portfolioId), eq(findTokens.openId, openId))

/** A field, and the terms by which it is found. */
interface FieldTerms {
  readonly source: FindSource
  readonly terms: readonly StoredTerm[]
}

/** Replaces the tokens of one field, in the transaction that writes the field. */
export async function replaceFindTokens(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, openId }: Owner,
  { source, terms }: FieldTerms,
): Promise<void> {
  await deleteFindTokens(executor, { portfolioId, openId }, source)
  const tokens = new Set(terms.map((term) => findTokenOf(cipher, term)))
  if (tokens.size === 0) return
  await executor
    .insert(findTokens)
    .values([...tokens].map((token) => ({ portfolioId, openId, source, token })))
    .onConflictDoNothing()
}

/** Takes away the tokens of a field; of every field where none is named. */
export async function deleteFindTokens(executor: Executor, owner: Owner, source?: FindSource): Promise<void> {
  const ofSource = source === undefined ? undefined : eq(findTokens.source, source)
  await executor.delete(findTokens).where(and(isOf(owner), ofSource))
}

/** What a customer is found by of what they said of themselves. */
export const profileTerms = (
  {
    firstName = '',
    lastName = '',
    birthDate = '',
    address,
  }: {
    readonly firstName?: string
    readonly lastName?: string
    readonly birthDate?: string
    readonly address?: Parameters<typeof addressTerm>[0]
  },
  ssn: string | null,
): readonly StoredTerm[] => {
  const born = ssn === null ? undefined : ssnAndBirthTerm(ssn, birthDate)
  const home = address && addressTerm(address)
  return [...nameTerms(firstName, lastName), ...[born, home].filter((term) => term !== undefined)]
}

const EMAILS: readonly ContactType[] = [ContactType.email, ContactType.alternativeEmail]

/** What a customer is found by of a contact: an email address or a phone number. */
export function contactTerms(contactType: ContactType, value: string): readonly StoredTerm[] {
  if (EMAILS.includes(contactType)) return [emailTerm(value)]
  const phone = phoneTerm(value)
  return phone === undefined ? [] : [phone]
}

/** Customers of a portfolio who live at an address, at most so many. */
export async function listOwnersAt(
  executor: Executor,
  cipher: FieldCipher,
  portfolioId: number,
  { home, limit }: { readonly home: AddressTerm; readonly limit: number },
): Promise<readonly string[]> {
  const rows = await executor
    .selectDistinct({ openId: findTokens.openId })
    .from(findTokens)
    .where(and(eq(findTokens.token, findTokenOf(cipher, home)), eq(findTokens.portfolioId, portfolioId)))
    .orderBy(findTokens.openId)
    .limit(limit)
  return rows.map(({ openId }) => openId)
}

/** What is looked for in a portfolio, and how many hits of it at most. */
export interface FindSearch {
  readonly portfolioId: number
  readonly terms: readonly FindTerm[]
  readonly limit: number
}

/** Customers of a portfolio with one of these terms, at most so many, and which of them were met. */
export async function listOwnersOfTerms(
  executor: Executor,
  cipher: FieldCipher,
  { portfolioId, terms, limit }: FindSearch,
): Promise<readonly { readonly openId: string; readonly kind: FindTerm['kind'] }[]> {
  const kinds = new Map(terms.filter(isHashed).map((term) => [findTokenOf(cipher, term), term.kind]))
  if (kinds.size === 0) return []
  const rows = await executor
    .select({ openId: findTokens.openId, token: min(findTokens.token) })
    .from(findTokens)
    .where(and(isOneOf(findTokens.token, [...kinds.keys()]), eq(findTokens.portfolioId, portfolioId)))
    .groupBy(findTokens.openId)
    .orderBy(findTokens.openId)
    .limit(limit)
  return rows.flatMap(({ openId, token }) => {
    const kind = kinds.get(token ?? '')
    return kind === undefined ? [] : [{ openId, kind }]
  })
}
