import { BankAccountType, IncomeType, SectionKey } from '@dolphin/domain/applications/codes'
import { typedPaySchedule } from '@dolphin/domain/applications/typed-pay'
import { Military } from '@dolphin/domain/loans/codes'
import { type LocalDate, parseLocalDate } from '@dolphin/domain/calendar/local-date'
import type { PaydayRules, PaySchedule } from '@dolphin/domain/calendar/pay-calendar'
import { PaydayAvailability, PaydayOnHoliday } from '@dolphin/domain/calendar/payday-rules'
import type { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import type { PersonName } from '@dolphin/domain/identity/same-person'
import { type Cents, cents, ZERO_CENTS } from '@dolphin/domain/money/cents'
import type { ApplicationAnswers } from './answers.ts'

/** The personal section, read into the domain's words. */
export interface Applicant {
  readonly firstName: string
  readonly middleName: string | null
  readonly lastName: string
  readonly birthDate: LocalDate
  /** Nine digits; never leaves the server. */
  readonly ssn: string
  readonly address: {
    readonly street: string
    readonly unit: string | null
    /** Of addresses in Puerto Rico, where two streets of one town may share a name. */
    readonly urbanization: string | null
    readonly city: string
    readonly state: string
    readonly zip: string
  }
  readonly cellPhone: string
  readonly homePhone: string | null
  readonly email: string
  /** As the applicant says of themselves; no safe harbor (32 CFR 232.5). */
  readonly military: Military
}

/** The employment section. */
export interface Payroll {
  readonly incomeType: IncomeType
  readonly statedMonthlyNetIncome: Cents
  readonly employerName: string | null
  readonly frequency: PayrollFrequency
  readonly schedule: PaySchedule
  readonly rules: PaydayRules
}

/** The bank section: digits only. */
export interface TypedBank {
  readonly routingNumber: string
  readonly accountNumber: string
  readonly accountType: BankAccountType
  /** The applicant, by the personal section. */
  readonly holder: PersonName
}

/** The question section. */
export interface Statements {
  readonly externalOpenLoans: number
  readonly bankruptcyOpen: boolean
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const textOrNull = (value: unknown): string | null =>
  typeof value === 'string' && value !== '' ? value : null
const numberOf = (value: unknown): number =>
  Number(typeof value === 'number' ? value : textOf(value) || Number.NaN)

function codeOf<Code extends number>(
  codes: Readonly<Record<string, Code>>,
  value: unknown,
): Code | undefined {
  const code = numberOf(value)
  return Object.values(codes).find((known) => known === code)
}

/** Undefined while the section is not complete. */
export function applicantOf(answers: ApplicationAnswers): Applicant | undefined {
  const said = answers.of(SectionKey.personal)
  const birthDate = parseLocalDate(textOf(said['birthDate']))
  if (birthDate === undefined || !answers.completed.includes(SectionKey.personal)) return undefined
  return {
    firstName: textOf(said['firstName']),
    middleName: textOrNull(said['middleName']),
    lastName: textOf(said['lastName']),
    birthDate,
    ssn: textOf(said['ssn']),
    address: {
      street: textOf(said['street']),
      unit: textOrNull(said['unit']),
      urbanization: textOrNull(said['urbanization']),
      city: textOf(said['city']),
      state: textOf(said['state']),
      zip: textOf(said['zip']),
    },
    cellPhone: textOf(said['cellPhone']),
    homePhone: textOrNull(said['homePhone']),
    email: textOf(said['email']),
    military: codeOf(Military, said['military']) ?? Military.unknown,
  }
}

/** Undefined while the section is not complete. */
export function payrollOf(answers: ApplicationAnswers): Payroll | undefined {
  const said = answers.of(SectionKey.employment)
  const schedule = typedPaySchedule(said)
  if (schedule === undefined || !answers.completed.includes(SectionKey.employment)) return undefined
  return {
    incomeType: codeOf(IncomeType, said['incomeType']) ?? IncomeType.others,
    statedMonthlyNetIncome: amountOf(said['monthlyNetIncome']),
    employerName: textOrNull(said['employerName']),
    frequency: schedule.frequency,
    schedule,
    rules: {
      onHoliday: codeOf(PaydayOnHoliday, said['paydayOnHoliday']) ?? PaydayOnHoliday.nextBusinessDay,
      availability: codeOf(PaydayAvailability, said['paydayAvailability']) ?? PaydayAvailability.sameDay,
    },
  }
}

/** The form takes "2000", "2000.5" and "2000.50"; all are exact cents. */
function amountOf(value: unknown): Cents {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(typeof value === 'number' ? String(value) : textOf(value))
  return match === null ? ZERO_CENTS : cents(BigInt(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`))
}

/** Undefined while the section is not complete. */
export function typedBankOf(answers: ApplicationAnswers): TypedBank | undefined {
  const said = answers.of(SectionKey.bank)
  const person = answers.of(SectionKey.personal)
  if (!answers.completed.includes(SectionKey.bank)) return undefined
  return {
    routingNumber: textOf(said['bankRoutingNo']),
    accountNumber: textOf(said['bankAccountNo']),
    accountType: codeOf(BankAccountType, said['bankAccountType']) ?? BankAccountType.checking,
    holder: { firstName: textOf(person['firstName']), lastName: textOf(person['lastName']) },
  }
}

/** Undefined while the section is not complete. */
export function statementsOf(answers: ApplicationAnswers): Statements | undefined {
  const said = answers.of(SectionKey.question)
  if (!answers.completed.includes(SectionKey.question)) return undefined
  const loans = numberOf(said['externalOpenLoans'])
  return {
    externalOpenLoans: Number.isNaN(loans) ? 0 : loans,
    bankruptcyOpen: said['bankruptcy'] === 'open',
  }
}
