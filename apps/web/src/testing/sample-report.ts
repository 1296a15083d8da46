import { PayrollType } from '@dolphin/domain/applications/codes'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { CallValue } from '../api-client/call.ts'

type BankDetails = Extract<CallValue<'getRequestDetails'>, { purpose: 'IBV' }>

const PAYDAYS = ['2026-11-20', '2026-11-06', '2026-10-23', '2026-10-09']

/** What a link found: one payer, every two weeks. */
export const someBankDetails = (overrides: Partial<BankDetails> = {}): BankDetails => ({
  purpose: 'IBV',
  requestCode: 'link-request-1',
  loanNo: '118-0000013',
  ibvStatus: IbvStatus.successful,
  institution: 'Sampleton Savings Bank',
  accounts: [],
  income: {
    monthlyNetIncome: '3076.66',
    frequency: PayrollFrequency.biWeekly,
    nextPaydays: ['2026-12-04', '2026-12-18'],
    daysOfHistory: 90,
    sources: [
      {
        payer: 'sampleton foods',
        monthlyNet: '3076.66',
        deposits: PAYDAYS.map((date) => ({
          date,
          amount: '1420.00',
          description: 'SAMPLETON FOODS PAYROLL',
        })),
      },
    ],
  },
  ...overrides,
})

const EMPLOYMENT = {
  incomeType: '7002',
  monthlyNetIncome: '3076.66',
  payrollType: String(PayrollType.directDeposit),
  employerName: 'Sampleton Foods',
  payrollFrequency: String(PayrollFrequency.biWeekly),
  lastPayday: '2026-11-20',
  paydayOnHoliday: '1',
  paydayAvailability: '0',
}
const BANK = { bankRoutingNo: '123456780', bankAccountType: '3001' }
const PERSONAL = {
  firstName: 'Ann',
  lastName: 'Example',
  birthDate: '1988-04-17',
  street: '100 Sample Street',
  city: 'Wilmington',
  state: 'DE',
  zip: '19801',
  cellPhone: '3035550142',
  email: 'ann@example.com',
}

/** What the forms read after that link: income and account from the report, nothing of the questions. */
export function aReportRead(asked: unknown): { readonly data: CallValue<'readForm'> } {
  const code = String(Reflect.get(Object(asked), 'last'))
  const head = { code, externalKey: 'A-1' }
  switch (code) {
    case 'employment':
      return {
        data: { ...head, version: 0, values: EMPLOYMENT, masked: {}, fromReport: Object.keys(EMPLOYMENT) },
      }
    case 'bank': {
      const masked = { bankAccountNo: '••••2333' }
      const fromReport = [...Object.keys(BANK), 'bankAccountNo']
      return { data: { ...head, version: 0, values: BANK, masked, fromReport } }
    }
    case 'personal':
      return {
        data: { ...head, version: 1, values: PERSONAL, masked: { ssn: '***-**-6789' }, fromReport: [] },
      }
    default:
      return { data: { ...head, version: 0, values: {}, masked: {}, fromReport: [] } }
  }
}
