import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import type { CallValue } from '../calls/call.ts'

type Statement = CallValue<'showStatement'>

const HEAD = {
  requestCode: 'k3Qw9example',
  portfolioId: 118,
  loanNo: '118-0000214',
  applicationNo: 'A-214',
  customerName: 'Jordan Avila',
  kind: 'csv',
  state: 'waiting',
  ibvStatus: IbvStatus.inProgress,
  documentNo: 'D000000012',
  waitingSince: '2026-03-17T08:12:00-04:00',
} as const

/** A row of the list of statements. */
export const SAMPLE_STATEMENT_ROW: CallValue<'listStatement'>['statements'][number] = HEAD

/** A table that was read whole, as the server shows it. */
export const SAMPLE_STATEMENT: Statement = {
  ...HEAD,
  read: {
    bank: 'First Harbor Bank',
    rows: 10,
    rowsInFile: 11,
    from: '2025-12-18',
    to: '2026-03-16',
    accountMasked: '••••2333',
    balances: 'agree',
    totals: null,
    skipped: [{ row: 1, column: null, code: 'headings', reason: 'It names the columns.' }],
    moreSkipped: 0,
  },
  unread: null,
  rows: [{ date: '2026-03-13', amount: '1850.00', description: 'PAYROLL SAMPLE WORKS' }],
  computed: {
    monthlyNetIncome: '4008.33',
    frequency: PayrollFrequency.biWeekly,
    nextPaydays: ['2026-03-27'],
    periodFrom: '2025-12-18',
    lastIncomeOn: '2026-03-13',
    averageBalance: '611.20',
    lowestBalance: '-12.00',
    nsfCount30: 0,
    nsfCount90: 0,
    otherLenders: 0,
    otherLendersMonthly: '0.00',
  },
  needsFindings: false,
  behind: null,
  acts: [
    { act: 'accept', rule: 'Lender’s policy: as an example.', obstacle: null },
    { act: 'refuse', rule: 'Lender’s policy: as an example.', obstacle: null },
    {
      act: 'release',
      rule: 'Lender’s policy: as an example.',
      obstacle: 'The file is not in quarantine.',
    },
  ],
  stated: { employer: 'Sample Works', monthlyNetIncome: '4000.00', accountMasked: '••••2333' },
}
