import { isAbaRouting } from '../../applications/aba-routing.ts'
import { type Outcome, ok, refused } from '../../outcome.ts'

/** What a bank says is different now. Only what the code names is there. */
export interface CorrectedFields {
  readonly routingNumber?: string
  readonly accountNumber?: string
  readonly accountType?: 'checking' | 'savings'
  readonly individualName?: string
  readonly individualId?: string
}

/** A notification of change that cannot be applied, with what answers it. */
export interface NoticeOfChangeRefusal {
  readonly reason: 'unknownCode' | 'internationalOnly' | 'malformed'
  /** The code of a refused notification: C65, the corrected data is wrongly written. Null: a person answers. */
  readonly answer: 'C65' | null
}

type Field = 'routingNumber' | 'accountNumber' | 'transactionCode' | 'individualName' | 'individualId'

/** A field of the corrected data; positions count from 1, both included. */
interface Column {
  readonly field: Field
  readonly from: number
  readonly to: number
}

interface NoticeOfChangeRule {
  readonly meaning: string
  readonly columns: readonly Column[]
}

const column = (field: Field, from: number, to: number): Column => ({ field, from, to })

/** Length of the corrected data, positions 36 to 64 of the addenda. Source: ach.md §1. */
const DATA_LENGTH = 29

/** Where each change code writes its corrected data. Source: ach.md §3. */
export const NOTICE_OF_CHANGE_RULES = {
  C01: { meaning: 'Incorrect account number', columns: [column('accountNumber', 1, 17)] },
  C02: { meaning: 'Incorrect routing number', columns: [column('routingNumber', 1, 9)] },
  C03: {
    meaning: 'Incorrect routing and account number',
    columns: [column('routingNumber', 1, 9), column('accountNumber', 13, 29)],
  },
  C04: { meaning: 'Incorrect name (no longer in use)', columns: [column('individualName', 1, 22)] },
  C05: { meaning: 'Incorrect transaction code', columns: [column('transactionCode', 1, 2)] },
  C06: {
    meaning: 'Incorrect account number and transaction code',
    columns: [column('accountNumber', 1, 17), column('transactionCode', 21, 22)],
  },
  C07: {
    meaning: 'Incorrect routing number, account number and transaction code',
    columns: [
      column('routingNumber', 1, 9),
      column('accountNumber', 10, 26),
      column('transactionCode', 27, 28),
    ],
  },
  C09: { meaning: 'Incorrect individual identification', columns: [column('individualId', 1, 22)] },
  /** Our addenda were wrongly written: nothing of the borrower's changes, a person looks. */
  C13: { meaning: 'Addenda format error', columns: [] },
} as const satisfies Readonly<Record<string, NoticeOfChangeRule>>

/** A change code that is applied. */
export type NoticeOfChangeCode = keyof typeof NOTICE_OF_CHANGE_RULES

/** Whether a code is one of those that are applied. */
const isNoticeOfChangeCode = (code: string): code is NoticeOfChangeCode =>
  Object.hasOwn(NOTICE_OF_CHANGE_RULES, code)

/**
 * Live codes and prenotes of deposit accounts, by their first digit. Source: ach.md §1, transaction codes.
 */
const ACCOUNT_TYPES: ReadonlyMap<string, 'checking' | 'savings'> = new Map(
  (['checking', 'savings'] as const).flatMap((type, index) =>
    ['2', '3', '7', '8'].map((use) => [`${index + 2}${use}`, type] as const),
  ),
)

/** The field's value as we keep it, or undefined where it is wrongly written. */
function valueOf(field: Field, text: string): CorrectedFields | undefined {
  switch (field) {
    case 'routingNumber':
      return isAbaRouting(text) ? { routingNumber: text } : undefined
    case 'accountNumber':
      return /^[0-9A-Za-z-]{1,17}$/.test(text) ? { accountNumber: text } : undefined
    case 'transactionCode': {
      const accountType = ACCOUNT_TYPES.get(text)
      return accountType === undefined ? undefined : { accountType }
    }
    case 'individualName':
      return text === '' ? undefined : { individualName: text }
    case 'individualId':
      return text === '' ? undefined : { individualId: text }
  }
}

/** Whether nothing stands outside the columns: what does was written to the wrong places, and so may the rest be. */
const isBlankBetween = (columns: readonly Column[], data: string): boolean =>
  data
    .split('')
    .every(
      (character, index) =>
        character === ' ' || columns.some(({ from, to }) => from - 1 <= index && index < to),
    )

/**
 * What a notification of change corrects. The data is that of the addenda, blanks at its end may be missing. All or
 * nothing: one field that is wrongly written refuses the whole. Source: ach.md §3.
 */
export function correctedFields(code: string, data: string): Outcome<CorrectedFields, NoticeOfChangeRefusal> {
  if (code === 'C08') return refused({ reason: 'internationalOnly', answer: null })
  if (!isNoticeOfChangeCode(code)) return refused({ reason: 'unknownCode', answer: null })
  const { columns } = NOTICE_OF_CHANGE_RULES[code]
  if (data.length > DATA_LENGTH || !isBlankBetween(columns, data))
    return refused({ reason: 'malformed', answer: 'C65' })
  let fields: CorrectedFields = {}
  for (const { field, from, to } of columns) {
    const value = valueOf(field, data.slice(from - 1, to).trim())
    if (value === undefined) return refused({ reason: 'malformed', answer: 'C65' })
    fields = { ...fields, ...value }
  }
  return ok(fields)
}
