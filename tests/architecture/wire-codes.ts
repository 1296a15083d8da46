import { AccountStatus } from '@dolphin/domain/identity/codes'
import { IbvStatus } from '@dolphin/domain/verification/ibv-status'
import {
  CouponStatus,
  LoanFlag,
  LoanStatus,
  Military,
  ReviewStatus,
  SignStatus,
} from '@dolphin/domain/loans/codes'
import {
  PaymentMode,
  TransactionMode,
  TransactionStatus,
  TransactionType,
} from '@dolphin/domain/payments/codes'
import { PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { PayrollType } from '@dolphin/domain/applications/codes'
import { parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from './source-files.ts'

const values = (...enumerations: readonly Readonly<Record<string, number>>[]): ReadonlySet<number> =>
  new Set(enumerations.flatMap((one) => Object.values(one)))

/** Numbers of five digits: whatever stands beside them, they mean a code. */
const ALONE = values(
  LoanFlag,
  ReviewStatus,
  TransactionType,
  TransactionMode,
  PaymentMode,
  PayrollFrequency,
  PayrollType,
)

/** Smaller ones mean a code as the value of such a key. */
const BY_KEY: Readonly<Record<string, ReadonlySet<number>>> = {
  status: values(LoanStatus, TransactionStatus),
  fromStatus: values(LoanStatus, TransactionStatus),
  toStatus: values(LoanStatus, TransactionStatus),
  loanStatus: values(LoanStatus),
  signStatus: values(SignStatus),
  ibvStatus: values(IbvStatus),
  accountStatus: values(AccountStatus),
  couponStatus: values(CouponStatus),
  militaryStatus: values(Military),
}

/** Of HTTP: a `status` may mean these, too. */
const ALSO_HTTP: ReadonlySet<number> = new Set([201, 202, 204, 206])

/** In a text of SQL: a column, compared with a number or with a list of numbers, or set to one. */
const IN_SQL =
  /\b(?:type|mode|status|to_status|from_status|sign_status) ?(?:=|<>|!=|in|not in) ?\(? ?-?\d+(?:, ?-?\d+)*/g
const IS_SQL = /\b(?:select|update|insert|delete|from|join|where|filter)\b/
const FORM_VALUE = /^1[78]00\d$/

/** Reading a file as a tree takes a while: most hold nothing like it. */
const MAY_HOLD = /\b(?:1[04578]|20)_?0\d\d\b|status ?(?::|=|<>|!=|in|not in) ?\(? ?-?\d/i

/** A code written as a bare number, as it stands in the file. */
export interface BareCode {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** What a file says in numbers that have a name in the domain. */
export function bareCodes({ path, text }: SourceFile): BareCode[] {
  if (!MAY_HOLD.test(text)) return []
  const found: BareCode[] = []
  const add = (at: number, what: string) =>
    found.push({ path, line: text.slice(0, at).split('\n').length, text: what })
  const addSql = (at: number, sql: string) => {
    if (IS_SQL.test(sql)) for (const [what] of sql.matchAll(IN_SQL)) add(at, what)
  }
  new Visitor({
    Literal({ value, start, end }) {
      if (typeof value === 'string') {
        if (FORM_VALUE.test(value) && ALONE.has(Number(value))) add(start, value)
        addSql(start, value)
      }
      // 15_000 is a number, 15000 a mode: a code is never written with a separator.
      if (typeof value === 'number' && ALONE.has(value) && !text.slice(start, end).includes('_')) {
        add(start, text.slice(start, end))
      }
    },
    TemplateElement({ value, start }) {
      addSql(start, value.raw)
    },
    Property({ key, value, start }) {
      const name = key.type === 'Identifier' ? key.name : ''
      const number = /^-?\d+$/.exec(text.slice(value.start, value.end))?.[0]
      if (number === undefined || !(BY_KEY[name]?.has(Number(number)) ?? false)) return
      if (name !== 'status' || !ALSO_HTTP.has(Number(number))) add(start, `${name}: ${number}`)
    },
  }).visit(parseSync(path, text).program)
  return found
}
