import { expect, test } from 'vitest'
import { localDate } from '../calendar/local-date.ts'
import { LoanStatus } from '../loans/codes.ts'
import { type PayoutToCome, promisedPayoutDay } from './promised-payout.ts'

const day = localDate(2026, 1, 20)
const planned: PayoutToCome = {
  status: LoanStatus.approved,
  approval: 'given',
  day,
  isRepairOpen: false,
  today: localDate(2026, 1, 19),
}

test.each<[string, Partial<PayoutToCome>, boolean]>([
  ['planned for tomorrow', {}, true],
  ['planned for today', { today: day }, true],
  ['its day was yesterday and nothing has left', { today: localDate(2026, 1, 21) }, false],
  ['it has left and is late', { status: LoanStatus.pending, today: localDate(2026, 1, 21) }, true],
  ['it came back because of the account', { isRepairOpen: true }, false],
  ['a person has yet to approve', { approval: 'manual' }, false],
  ['not signed yet', { day: null }, false],
])(
  'the day of the money is named only while it can still be kept: %s (domain.md §9)',
  (_case, facts, named) => {
    expect(promisedPayoutDay({ ...planned, ...facts })).toBe(named ? day : null)
  },
)
