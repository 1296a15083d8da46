import { BankAccountType } from '@dolphin/domain/applications/codes'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import type { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { CallValue } from '../api-client/call.ts'

type FallbackOptions = CallValue<'getProvider'>
type Way = NonNullable<FallbackOptions['attempt']>['way']

/** The first provider, with another one, a statement and a person behind it. */
export const sampleFallbackOptions = (overrides: Partial<FallbackOptions> = {}): FallbackOptions => ({
  providerId: 'first',
  name: 'Sample Link',
  link: { kind: 'page', scriptUrl: null, environment: 'sandbox' },
  trouble: false,
  fallbacks: [
    { kind: 'provider', providerId: 'second', name: 'Second Link' },
    { kind: 'statementUpload', providerId: null, name: 'Statement' },
    { kind: 'person', providerId: null, name: 'A person' },
  ],
  triesLeft: 3,
  attempt: null,
  ...overrides,
})

/** Banks of a search: one linked before, one whose last link failed, one that is down. */
export const sampleInstitutions = (): CallValue<'listInstitution'> => ({
  providerId: 'first',
  directory: 'asked',
  institutions: [
    aBank('sampleton', 'Sampleton Savings Bank', { accountMasked: '••••2333' }),
    aBank('demo-valley', 'Demo Valley Credit Union', { failedBefore: true }),
    aBank('exampleton', 'Exampleton Bank', { isUp: false }),
  ],
})

type Institution = CallValue<'listInstitution'>['institutions'][number]

const aBank = (institutionId: string, name: string, differs: Partial<Institution>): Institution => ({
  institutionId,
  name,
  isUp: true,
  accountMasked: null,
  failedBefore: false,
  ...differs,
})

/** The newest attempt of a ladder, through a bank unless said otherwise. */
export const anAttempt = (ibvStatus: IbvStatus, way: Way = 'bank', reason: string | null = null) => ({
  requestCode: 'R-7',
  way,
  ibvStatus,
  text: '',
  reason,
})

/** What a successful link found. */
export const foundAccounts = (ibvStatus: IbvStatus): CallValue<'getRequestDetails'> => ({
  purpose: 'IBV',
  requestCode: 'R-7',
  loanNo: '118-0000013',
  ibvStatus,
  institution: 'Sample Bank',
  accounts: [
    {
      accountId: 'B-1',
      accountMasked: '••••6789',
      accountType: BankAccountType.checking,
      balance: '812.40',
      matched: true,
    },
    {
      accountId: 'B-2',
      accountMasked: '••••4410',
      accountType: BankAccountType.savings,
      balance: '90.00',
      matched: false,
    },
  ],
  income: {
    monthlyNetIncome: '3985.20',
    frequency: PayrollFrequency.biWeekly,
    nextPaydays: ['2026-03-20', '2026-04-03'],
    daysOfHistory: 90,
    sources: [
      {
        payer: 'sample works',
        monthlyNet: '3985.20',
        deposits: [
          { date: '2026-03-06', amount: '1839.33', description: 'SAMPLE WORKS PAYROLL' },
          { date: '2026-02-20', amount: '1839.33', description: 'SAMPLE WORKS PAYROLL' },
          { date: '2026-02-06', amount: '1839.33', description: 'SAMPLE WORKS PAYROLL' },
        ],
      },
    ],
  },
})
