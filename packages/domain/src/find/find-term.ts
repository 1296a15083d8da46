import { parseLocalDate } from '../calendar/local-date.ts'
import { asciiText } from '../identity/ascii-text.ts'
import { foldWords, PARTICLES } from '../identity/same-person.ts'
import { isLoanNo } from '../loans/loan-number.ts'

/** By what staff find a customer. Source: docs/design/console.md, Screens, Find. */
export const FIND_KINDS = [
  'loan',
  'application',
  'transaction',
  'trace',
  'email',
  'phone',
  'ssnAndBirth',
  'name',
  'account',
] as const

export type FindKind = (typeof FIND_KINDS)[number]

/** Kinds that are found by a keyed hash, because the field itself is sealed. */
export type HashedFindKind = Extract<FindKind, 'email' | 'phone' | 'ssnAndBirth' | 'name'>
const HASHED: ReadonlySet<FindKind> = new Set<HashedFindKind>(['email', 'phone', 'ssnAndBirth', 'name'])

/** One reading of what was typed. `value` is written alike by who stores it and who looks for it. */
export interface FindTerm<Kind extends FindKind = FindKind> {
  readonly kind: Kind
  readonly value: string
}

/** Whether a term is looked for by its hash. */
export const isHashed = ({ kind }: FindTerm): boolean => HASHED.has(kind)

const SSN_TAIL = 4
const ACCOUNT_TAIL = 4
const PHONE_DIGITS = 10

const digitsOf = (text: string): string => text.replace(/\D/g, '')

/** An email address in whatever case and spacing it was typed. */
export const emailTerm = (email: string): FindTerm<'email'> => ({
  kind: 'email',
  value: email.trim().toLowerCase(),
})

/** A US phone number: ten digits, without the country's 1 or 001. Undefined for anything else. */
export function phoneTerm(phone: string): FindTerm<'phone'> | undefined {
  const digits = digitsOf(phone).replace(/^(?:00)?1(?=\d{10}$)/, '')
  return digits.length === PHONE_DIGITS ? { kind: 'phone', value: digits } : undefined
}

/** The last four digits of an SSN with the birth date, "YYYY-MM-DD". Undefined where one of them is missing. */
export function ssnAndBirthTerm(ssn: string, birthDate: string): FindTerm<'ssnAndBirth'> | undefined {
  const tail = digitsOf(ssn).slice(-SSN_TAIL)
  if (tail.length !== SSN_TAIL || parseLocalDate(birthDate) === undefined) return undefined
  return { kind: 'ssnAndBirth', value: `${tail}|${birthDate}` }
}

/** Where someone lives, by its keyed hash alone: no one types it to find a customer; it says who lives where another does. */
export interface AddressTerm {
  readonly kind: 'address'
  readonly value: string
}

/** Words of a street or unit that people write short and long. Source: USPS Publication 28, appendixes C1 and C2. */
const SHORT_WORDS: Readonly<Record<string, string>> = {
  apartment: 'apt',
  avenue: 'ave',
  boulevard: 'blvd',
  circle: 'cir',
  court: 'ct',
  drive: 'dr',
  east: 'e',
  highway: 'hwy',
  lane: 'ln',
  north: 'n',
  parkway: 'pkwy',
  place: 'pl',
  road: 'rd',
  south: 's',
  street: 'st',
  suite: 'ste',
  terrace: 'ter',
  west: 'w',
}
/** Words that only say that a unit follows. */
const UNIT_WORDS: ReadonlySet<string> = new Set(['apt', 'unit', 'ste'])
const ZIP_DIGITS = 5

const wordsOf = (text: string): readonly string[] =>
  asciiText(text)
    .toLowerCase()
    .split(/[^a-z0-9]+/u)
    .filter(Boolean)
    .map((word) => SHORT_WORDS[word] ?? word)

/** Street, unit, urbanization and ZIP code, however they are written. Undefined without a street or a ZIP code. */
export function addressTerm({
  street,
  unit,
  urbanization,
  zip,
}: {
  readonly street: string
  readonly unit?: string | null | undefined
  readonly urbanization?: string | null | undefined
  readonly zip: string
}): AddressTerm | undefined {
  const place = [...wordsOf(street), ...wordsOf(unit ?? '')].filter((word) => !UNIT_WORDS.has(word))
  const digits = digitsOf(zip).slice(0, ZIP_DIGITS)
  if (place.length === 0 || digits.length !== ZIP_DIGITS) return undefined
  return { kind: 'address', value: [...place, ...wordsOf(urbanization ?? ''), digits].join('|') }
}

/** The last four digits of an account number; undefined where it has fewer. */
export function accountTerm(accountNumber: string): FindTerm<'account'> | undefined {
  const tail = digitsOf(accountNumber).slice(-ACCOUNT_TAIL)
  return tail.length === ACCOUNT_TAIL ? { kind: 'account', value: tail } : undefined
}

const nameTerm = (surname: string, initial: string): FindTerm<'name'> => ({
  kind: 'name',
  value: `${surname}|${initial}`,
})

/**
 * The terms under which a person is found: the whole surname, and each of several surnames, with the first letter of the
 * first name. Folded as names are compared (no accents, case, hyphens or suffix).
 *
 * Source: design/domain.md §14 "Names".
 */
export function nameTerms(firstName: string, lastName: string): readonly FindTerm<'name'>[] {
  const initial = foldWords(firstName)[0]?.charAt(0)
  const words = foldWords(lastName)
  if (initial === undefined || words.length === 0) return []
  const single = words.filter((word) => word.length > 1 && !PARTICLES.has(word))
  return [...new Set([words.join(''), ...single])].map((surname) => nameTerm(surname, initial))
}

const APPLICATION = /^A\d{7,12}$/i
const TRANSACTION = /^T\d{9,12}$/i
const TRACE = /^\d{15}$/
/** In either order. */
const SSN_AND_BIRTH = [
  /^(?:SSN\s*)?(?:[*•x-]{0,7}|\d{3}-?\d{2}-?)?(?<ssn>\d{4})[\s,;]+(?<birth>\d\S+)$/i,
  /^(?<birth>\d\S+)[\s,;]+(?:SSN\s*)?(?:[*•x-]{0,7}|\d{3}-?\d{2}-?)?(?<ssn>\d{4})$/i,
]
const ACCOUNT = /^[*•x.·]{0,13}(\d{4})$/i
const US_DATE = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/
const WRITTEN_PHONE = /^(?:tel:)?[+\d\s()./\p{Pd}]+$/iu
/** An address alone, behind "mailto:", or with a name beside it. */
const EMAIL = /[^\s<>,;:"]+@[^\s<>,;:"]+/
/** Of two digits, later ones are of the century before: a borrower is an adult. */
const LATEST_SHORT_YEAR = 15

/** "1990-03-04", "3/4/1990" or "3/4/90" as "YYYY-MM-DD"; anything else as it is. */
function isoOf(typed: string): string {
  const [, month, day, year] = US_DATE.exec(typed) ?? []
  if (year === undefined) return typed
  const century = Number(year) > LATEST_SHORT_YEAR ? '19' : '20'
  const whole = year.length === 2 ? `${century}${year}` : year
  return `${whole}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`
}

/**
 * What was typed into the find box, in every way that it can be read: ten digits may be a phone and a loan number. Empty
 * where it can be read in none.
 */
export function readFindTerms(typed: string): readonly FindTerm[] {
  const text = typed.trim().replace(/\s+/g, ' ')
  if (text.includes('@')) return [emailTerm(EMAIL.exec(text)?.[0] ?? text)]
  const read = [...numberTerms(text), ...sealedNumberTerms(text)]
  return read.length > 0 ? read : typedNameTerms(text)
}

function numberTerms(text: string): readonly FindTerm[] {
  const loanNo = text.replace(/^(\d{3})(\d{7})$/, '$1-$2')
  return [
    ...(isLoanNo(loanNo) ? [{ kind: 'loan', value: loanNo } as const] : []),
    ...(APPLICATION.test(text) ? [{ kind: 'application', value: text.toUpperCase() } as const] : []),
    ...(TRANSACTION.test(text) ? [{ kind: 'transaction', value: text.toUpperCase() } as const] : []),
    ...(TRACE.test(text) ? [{ kind: 'trace', value: text } as const] : []),
  ]
}

function sealedNumberTerms(text: string): readonly FindTerm[] {
  const [, tail] = ACCOUNT.exec(text) ?? []
  const ssn = ssnOf(text)
  const found = [
    ssn === undefined && WRITTEN_PHONE.test(text) ? phoneTerm(text) : undefined,
    ssn,
    tail === undefined ? undefined : accountTerm(tail),
  ]
  return found.filter((term) => term !== undefined)
}

function ssnOf(text: string): FindTerm<'ssnAndBirth'> | undefined {
  const read = SSN_AND_BIRTH.map((pattern) => {
    const { ssn = '', birth = '' } = pattern.exec(text)?.groups ?? {}
    return ssnAndBirthTerm(ssn, isoOf(birth))
  })
  return read.find((term) => term !== undefined)
}

/**
 * "Avila, J", "Avila J", "Jordan Avila", "Kim O", "J de la Cruz": with a comma the surname is first, unless only a suffix
 * stands behind it; else it may be either end. A word that is a suffix may be a name too.
 */
function typedNameTerms(text: string): readonly FindTerm[] {
  if (/\d/.test(text)) return []
  const [before = '', after] = text.split(',', 2)
  if (after !== undefined && !isSuffix(after)) return typedName(foldWords(before), foldWords(after))
  const terms = [foldWords(before), before.split(' ').flatMap(foldWords)].flatMap(eitherEnd)
  return [...new Map(terms.map((term) => [term.value, term])).values()]
}

/** A suffix is left out where another name stands beside it. */
const isSuffix = (text: string): boolean => foldWords(text).length > 0 && foldWords(`a ${text}`).length === 1

function eitherEnd(words: readonly string[]): readonly FindTerm<'name'>[] {
  const surnameFirst = typedName(words.slice(0, -1), words.slice(-1))
  // One letter at the end is an initial, or the whole surname behind a first name.
  const surnameLast = words.slice(1).flatMap((_, at) => typedName(words.slice(at + 1), words.slice(0, 1)))
  return [...surnameFirst, ...surnameLast]
}

function typedName(surname: readonly string[], first: readonly string[]): readonly FindTerm<'name'>[] {
  const joined = surname.join('')
  const initial = first[0]?.charAt(0)
  return initial === undefined || joined === '' ? [] : [nameTerm(joined, initial)]
}
