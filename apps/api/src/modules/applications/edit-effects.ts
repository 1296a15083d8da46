import { saveContact } from '@dolphin/database/identity/contact-repository'
import { findCustomer, saveProfile } from '@dolphin/database/identity/customer-repository'
import { type Loan, updateLoan } from '@dolphin/database/loans/loan-repository'
import { CONTACT_KEYS, ContactType } from '@dolphin/domain/identity/codes'
import { SectionKey } from '@dolphin/domain/applications/codes'
import { type FlagCause, flagsRaisedBy } from '@dolphin/domain/loans/loan-flag'
import { type LoanFlag, LoanStatus } from '@dolphin/domain/loans/codes'
import { formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { ADDRESS_ELEMENTS } from '@dolphin/domain/applications/sections'
import { loadAnswers } from '../borrowers/answers.ts'
import { type Applicant, applicantOf } from '../borrowers/applicant.ts'
import { raiseFlags } from '../loans/loan-moves.ts'
import { voidOutdatedSigningSession } from '../loans/open-signing-session.ts'
import type { UnitOfWork } from '../../unit-of-work.ts'
import type { ApplicationDeps } from './application-deps.ts'

/** Employment answers that say when pay comes, and so where installments fall. */
const PAYROLL_KEYS: readonly string[] = [
  'payrollFrequency',
  'paydayOfWeek',
  'lastPayday',
  'firstSemiMonthlyDay',
  'secondSemiMonthlyDay',
  'monthlyDay',
  'paydayOnHoliday',
  'paydayAvailability',
]

/** What a changed section makes stale. Source: domain.md §2, loan flags. */
function flagCauses(section: SectionKey, changedKeys: readonly string[]): readonly FlagCause[] {
  if (changedKeys.length === 0) return []
  if (section === SectionKey.bank) return ['bankChanged']
  if (section === SectionKey.personal) return placeCauses(changedKeys)
  if (section === SectionKey.question) return changedKeys.includes('military') ? ['militaryChanged'] : []
  if (section !== SectionKey.employment) return []
  const causes: FlagCause[] = []
  if (changedKeys.some((key) => !PAYROLL_KEYS.includes(key))) causes.push('incomeChanged')
  if (changedKeys.some((key) => PAYROLL_KEYS.includes(key))) causes.push('payrollChanged')
  return causes
}

/** What an amount was worked out from; another street in the same state changes no decision. */
function placeCauses(changedKeys: readonly string[]): readonly FlagCause[] {
  const isOtherPlace = changedKeys.includes('state') || changedKeys.includes('zipConfirmed')
  return isOtherPlace ? ['stateChanged'] : []
}

/** The flags that a loan would carry after such an edit. */
export function staleFlags(
  loan: Loan,
  section: SectionKey,
  changedKeys: readonly string[],
): readonly LoanFlag[] {
  if (loan.status === LoanStatus.initializing) return loan.flags
  return [...new Set([...loan.flags, ...flagCauses(section, changedKeys).flatMap(flagsRaisedBy)])]
}

/** An edit that was saved. */
export interface SavedEdit {
  readonly section: SectionKey
  readonly changedKeys: readonly string[]
}

/**
 * Raises the flags of an edit made after an offer; before one there is nothing that could be stale. An agreement that is
 * open for signing names the address: with another one it is void and made anew.
 */
export async function raiseStaleFlags(
  deps: Pick<ApplicationDeps, 'tickets'>,
  unit: UnitOfWork,
  loan: Loan,
  { section, changedKeys }: SavedEdit,
): Promise<readonly LoanFlag[]> {
  if (loan.status === LoanStatus.initializing) return loan.flags
  const causes = [...flagCauses(section, changedKeys)]
  const isMoved = section === SectionKey.personal && changedKeys.some((key) => ADDRESS_ELEMENTS.includes(key))
  if (isMoved && (await voidOutdatedSigningSession(deps, unit, loan, null)))
    causes.push('termsChanged', 'signingOutdated')
  return await raiseFlags(unit, loan, causes.flatMap(flagsRaisedBy))
}

/** After the questions changed: until a decision the loan has the answer about military service. */
export async function applyMilitary(deps: ApplicationDeps, unit: UnitOfWork, loan: Loan): Promise<void> {
  const applicant = applicantOf(await loadAnswers(unit.tx, deps.cipher, loan))
  if (applicant === undefined || loan.status !== LoanStatus.initializing) return
  if (applicant.military === loan.military) return
  await updateLoan(unit.tx, loan, { military: applicant.military }, unit.now)
}

/**
 * After the personal section changed: the customer's profile and contacts follow what they said. A contact that changed
 * is unverified again.
 */
export async function applyPersonal(deps: ApplicationDeps, unit: UnitOfWork, loan: Loan): Promise<void> {
  const applicant = applicantOf(await loadAnswers(unit.tx, deps.cipher, loan))
  if (applicant === undefined) return
  if (loan.openId !== null) await followApplicant(deps, unit, { ...loan, openId: loan.openId }, applicant)
}

async function followApplicant(
  { cipher }: ApplicationDeps,
  { tx, now }: UnitOfWork,
  owner: { readonly portfolioId: number; readonly openId: string },
  applicant: Applicant,
): Promise<void> {
  const { firstName, middleName, lastName, birthDate, ssn } = applicant
  const { street, unit, urbanization, city, state, zip } = applicant.address
  const customer = await findCustomer(tx, cipher, owner)
  const profile = {
    ...customer?.profile,
    begun: undefined,
    firstName,
    lastName,
    ...(middleName === null ? {} : { middleName }),
    birthDate: formatLocalDate(birthDate),
    address: {
      street,
      city,
      state,
      zip,
      ...(unit === null ? {} : { unit }),
      ...(urbanization === null ? {} : { urbanization }),
    },
  }
  await saveProfile(tx, cipher, owner, { profile, ssn, at: now })
  const said = { ...applicant, alternativePhone: null, alternativeEmail: null }
  for (const contactType of Object.values(ContactType)) {
    const value = said[CONTACT_KEYS[contactType].key as keyof typeof said]
    if (typeof value === 'string' && value !== '') {
      await saveContact(tx, cipher, owner, { contact: { contactType, value, verified: false }, at: now })
    }
  }
}
