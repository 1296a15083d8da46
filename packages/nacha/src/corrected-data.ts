import { type Outcome, ok, refused } from '@dolphin/domain/outcome'
import { isRoutingNumber } from './routing-number.ts'
import { TRANSACTION_CODES } from './transaction-code.ts'

/** What a notice of change puts right; only what its code names is there. */
export interface CorrectedData {
  readonly accountNumber?: string
  /** Nine digits. */
  readonly routingNumber?: string
  readonly name?: string
  readonly transactionCode?: string
  readonly individualIdentification?: string
}

export type CorrectedDataFault = 'account' | 'routing' | 'name' | 'transactionCode' | 'identification'

/** From (counted from 1) and through which of the 29 characters each thing stands. */
interface Columns {
  readonly account?: readonly [number, number]
  readonly routing?: readonly [number, number]
  readonly name?: readonly [number, number]
  readonly transactionCode?: readonly [number, number]
  readonly identification?: readonly [number, number]
}

const LAST = 29

/**
 * Source: ach.md §3. The code of C06 is taken from anywhere behind the account, as the open implementation
 * does.
 */
const COLUMNS: ReadonlyMap<string, Columns> = new Map<string, Columns>([
  ['C01', { account: [1, 17] }],
  ['C02', { routing: [1, 9] }],
  ['C03', { routing: [1, 9], account: [13, LAST] }],
  ['C04', { name: [1, 22] }],
  ['C05', { transactionCode: [1, 2] }],
  ['C06', { account: [1, 17], transactionCode: [18, LAST] }],
  ['C07', { routing: [1, 9], account: [10, 26], transactionCode: [27, 28] }],
  ['C09', { identification: [1, 22] }],
])

/** Codes of notices that correct an entry like ours. C08 and C14 are for IAT; C61 to C69 answer a notice. */
export const CHANGE_CODES: ReadonlySet<string> = new Set(COLUMNS.keys())

/** Whether anything stands outside the columns that a code uses: then they are not laid out as we read them. */
function isElsewhere(data: string, columns: Columns): boolean {
  const used = Object.values(columns)
  return Array.from(data).some(
    (character, index) =>
      character !== ' ' && !used.some(([from, through]) => index + 1 >= from && index + 1 <= through),
  )
}

/**
 * Reads the corrected data of a notice of change (29 characters, trailing blanks may be cut). Refused with the part
 * that is missing or is none: a routing number that fails its check digit, an unknown transaction code, an account
 * with a blank in it. Nothing of the data stands in the refusal.
 */
export function correctedDataOf(code: string, data: string): Outcome<CorrectedData, CorrectedDataFault> {
  const columns = COLUMNS.get(code) ?? {}
  const text = (span: readonly [number, number] | undefined): string | undefined =>
    span === undefined ? undefined : data.slice(span[0] - 1, span[1]).trim()
  const accountNumber = text(columns.account)
  const routingNumber = text(columns.routing)
  const name = text(columns.name)
  const transactionCode = text(columns.transactionCode)
  const individualIdentification = text(columns.identification)
  if (routingNumber !== undefined && !isRoutingNumber(routingNumber)) return refused('routing')
  if (accountNumber !== undefined && !/^[^ ]{1,17}$/.test(accountNumber)) return refused('account')
  if (transactionCode !== undefined && !TRANSACTION_CODES.has(transactionCode))
    return refused('transactionCode')
  if (name === '') return refused('name')
  if (individualIdentification === '') return refused('identification')
  if (isElsewhere(data, columns)) return refused(Object.hasOwn(columns, 'account') ? 'account' : 'routing')
  return ok({
    ...(accountNumber === undefined ? {} : { accountNumber }),
    ...(routingNumber === undefined ? {} : { routingNumber }),
    ...(name === undefined ? {} : { name }),
    ...(transactionCode === undefined ? {} : { transactionCode }),
    ...(individualIdentification === undefined ? {} : { individualIdentification }),
  })
}
