import { BankAccountType } from '@dolphin/domain/applications/codes'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { LinkProgress } from '@dolphin/domain/verification/link-failure'

/** How the money of a test user moves. Amounts in dollars and cents as on the wire. */
export type BankProfile = {
  readonly cadence: PayrollFrequency
  readonly paycheck: string
  readonly rent: string
  readonly openingBalance: string
  readonly daysOfHistory: number
  /** Names of other lenders that collect every two weeks. */
  readonly otherLenders: readonly string[]
  /** Days before the report on which a payment is returned for lack of funds. */
  readonly nsfDaysAgo: readonly number[]
  readonly accounts: readonly SandboxAccount[]
}

/** The first account gets the paychecks; the others hold some savings or are closed. */
export type SandboxAccount = {
  readonly type: BankAccountType
  readonly name: string
  readonly accountNumber: string
  /** The last digits of the account, where its number is a token that stands for it. */
  readonly tokenMask?: string
  readonly open: boolean
}

/** A person who may sign in to the sandbox bank; the password of all is `pass_good`. */
export type SandboxUser = {
  readonly username: string
  /** Said on the hosted page, so that a tester knows whom to pick. */
  readonly about: string
  /** What signing in leads through, a status or the cause of an end; the last one stays. */
  readonly path: readonly LinkProgress[]
  /** Asks for the code 123456 after the password. */
  readonly asksCode: boolean
  /** The account is in this name, regardless of who signs in. */
  readonly otherOwner?: string
  readonly profile: BankProfile
}

export const SANDBOX_PASSWORD = 'pass_good'
export const SANDBOX_CODE = '123456'

const checking: SandboxAccount = {
  type: BankAccountType.checking,
  name: 'Everyday Checking',
  accountNumber: '000111222333',
  open: true,
}
const savings: SandboxAccount = {
  type: BankAccountType.savings,
  name: 'Rainy Day Savings',
  accountNumber: '000444555666',
  open: true,
}
const moneyMarket: SandboxAccount = {
  type: BankAccountType.moneyMarket,
  name: 'Money Market',
  accountNumber: '000777888999',
  open: true,
}

const good: BankProfile = {
  cadence: PayrollFrequency.biWeekly,
  paycheck: '1850.00',
  rent: '950.00',
  openingBalance: '3200.00',
  daysOfHistory: 90,
  otherLenders: [],
  nsfDaysAgo: [],
  accounts: [checking, savings, moneyMarket],
}

const success = [IbvStatus.loginVerified, IbvStatus.inProgress, IbvStatus.successful]

const user = (
  username: string,
  about: string,
  path: readonly LinkProgress[],
  profile: Partial<BankProfile> = {},
): SandboxUser => ({ username, about, path, asksCode: false, profile: { ...good, ...profile } })

/** At least one for every IBV status, and one for every way a bank report can turn out. */
export const SANDBOX_USERS: readonly SandboxUser[] = [
  user('user_good', 'Qualifies; type account 000111222333 to match', success),
  { ...user('user_mfa', 'Qualifies after the code 123456', success), asksCode: true },
  user('user_weekly', 'Paid every week', success, { cadence: PayrollFrequency.weekly, paycheck: '780.00' }),
  user('user_semimonthly', 'Paid on the 1st and 15th', success, {
    cadence: PayrollFrequency.semiMonthly,
    paycheck: '1700.00',
  }),
  user('user_monthly', 'Paid once a month', success, {
    cadence: PayrollFrequency.monthly,
    paycheck: '3300.00',
  }),
  user('user_tight', 'Paid on the 1st and 15th; rent leaves little of it', success, {
    cadence: PayrollFrequency.semiMonthly,
    paycheck: '1200.00',
    rent: '2350.00',
    openingBalance: '3710.00',
  }),
  user('user_unmatched', 'Qualifies, but with other account numbers (ends in 9090)', success, {
    accounts: [{ ...checking, accountNumber: '000909090909090' }],
  }),
  user('user_token', 'Qualifies; the bank gives a token for the account that ends in 2333', success, {
    accounts: [{ ...checking, accountNumber: '900000005566', tokenMask: '2333' }],
  }),
  user('user_lenders', 'Two other lenders collect', success, {
    otherLenders: ['Quickfund Payday Loan', 'Bridge Lending'],
  }),
  user('user_many_lenders', 'Six other lenders collect', success, {
    paycheck: '2600.00',
    otherLenders: [
      'Quickfund Payday Loan',
      'Bridge Lending',
      'Sunup Cash Advance',
      'Oakleaf Installment',
      'Nimble Loans',
      'Harvest Credit Advance',
    ],
  }),
  user('user_low_income', 'Too little income', success, {
    paycheck: '310.00',
    rent: '240.00',
    openingBalance: '300.00',
  }),
  user('user_no_history', 'Account three weeks old', success, { daysOfHistory: 21 }),
  user('user_nsf', 'Six returned payments in 30 days', success, { nsfDaysAgo: [3, 6, 9, 13, 20, 27] }),
  user('user_no_account', 'No usable account', success, {
    accounts: [{ ...checking, open: false }, moneyMarket],
  }),
  { ...user('user_other_owner', 'The account is in another name', success), otherOwner: 'Somebody Else' },
  user('user_started', 'Leaves the bank page before signing in', [IbvStatus.startedNotCompleted]),
  user('user_verified', 'Signs in, then nothing more comes', [IbvStatus.loginVerified]),
  user('user_slow', 'Stays in progress', [IbvStatus.loginVerified, IbvStatus.inProgress]),
  user('user_locked', 'The sign-in at the bank is locked; costs no try', ['accountLocked']),
  user('user_refused', 'The bank refuses the password; costs a try', [IbvStatus.accountError]),
  user('user_bank_down', 'The bank does not answer', [
    IbvStatus.loginVerified,
    IbvStatus.financialInstitutionError,
  ]),
  user('user_not_enabled', 'The bank does not know the lender', ['notEnabled']),
  user('user_error', 'Something else breaks', [IbvStatus.otherError]),
]

/** The user of that name. */
export function sandboxUser(username: string): SandboxUser | undefined {
  return SANDBOX_USERS.find((one) => one.username === username)
}
