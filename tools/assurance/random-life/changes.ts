import { CALLS } from '@dolphin/contract/registry'
import { addDays, formatLocalDate } from '@dolphin/domain/calendar/local-date'
import { cents, max, moneyToWire } from '@dolphin/domain/money/cents'
import { ChangeType } from '@dolphin/domain/payments/codes'
import type { ChangeAct } from './acts.ts'
import { type Life, loanOf, pageOf } from './life.ts'

/** A call for a change, without whether it previews or saves. */
export interface AskedChange {
  readonly name: 'payOff' | 'payOffInN' | 'payFixedAmount' | 'requestChange'
  readonly params?: object
  readonly body: object
}

const MARK = { kind: 'typed', text: 'Jordan Sample' } as const
/** A day on which nothing is open to choice: asked for all the same, and refused. */
const NO_SUCH_DAY = '2099-12-01'
const LOAN = '500.00'

/** What a borrower sends for an act; undefined where the page offers nothing of the kind. */
export async function changeAsked(life: Life, act: ChangeAct): Promise<AskedChange | undefined> {
  switch (act.act) {
    case 'payOff':
      return { name: 'payOff', body: { paymentMode: act.mode, date: await debitDay(life, act.day) } }
    case 'payDown':
      return request(ChangeType.payDown, {
        paymentMode: act.mode,
        date: await debitDay(life, act.day),
        amount: await shareOfDebt(life, act.share),
        effect: act.effect,
      })
    case 'inN':
      return { name: 'payOffInN', body: { paymentMode: act.mode, number: act.count, mark: MARK } }
    case 'fixed':
      return {
        name: 'payFixedAmount',
        body: { paymentMode: act.mode, amount: `${act.amount}.00`, mark: MARK },
      }
    case 'move':
    case 'skip':
    case 'longer':
      return await helpAsked(life, act)
    case 'holiday':
    case 'availability':
    case 'payday':
    case 'payroll':
    case 'wayToPay':
    case 'stop':
      return settingAsked(life, act)
  }
}

type Help = Extract<ChangeAct, { readonly act: 'move' | 'skip' | 'longer' }>

/** Help with the next payment, as the page offers it. */
async function helpAsked(life: Life, act: Help): Promise<AskedChange | undefined> {
  const { hardship } = (await choicesOf(life)) ?? {}
  if (!hardship) return undefined
  const { installmentNo: number, moveDates, extendedNumbers } = hardship
  if (act.act === 'skip') return request(ChangeType.skip, { number })
  if (act.act === 'move') {
    const date = picked(moveDates, act.day)
    return date === undefined ? undefined : request(ChangeType.changeDate, { number, date })
  }
  const longer = picked(extendedNumbers, act.pick)
  return longer === undefined ? undefined : request(ChangeType.payFixedAmount, { number: longer })
}

/** How and when payments are made from now on. */
function settingAsked(
  { today }: Life,
  act: Exclude<ChangeAct, Help | { readonly act: 'payOff' | 'payDown' | 'inN' | 'fixed' }>,
): AskedChange {
  switch (act.act) {
    case 'holiday':
      return request(ChangeType.paydayOnHoliday, { paydayOnHoliday: act.code })
    case 'availability':
      return request(ChangeType.paydayAvailability, { paydayOnAvailable: act.code })
    case 'payday':
      return request(ChangeType.changePayrollDate, { nextPayday: formatLocalDate(addDays(today, act.days)) })
    case 'payroll':
      return request(ChangeType.changePayrollFrequency, {
        payrollFrequency: act.frequency,
        paymentFrequency: act.payments,
        nextPayday: formatLocalDate(addDays(today, act.days)),
      })
    case 'wayToPay':
      return request(ChangeType.changePaymentMode, { paymentMode: act.mode })
    case 'stop':
      return request(ChangeType.revokeFutureAch, {})
  }
}

const request = (changeTypeCode: ChangeType, body: object): AskedChange => ({
  name: 'requestChange',
  params: { changeTypeCode },
  body: { mark: MARK, ...body },
})

async function choicesOf(life: Life) {
  const { client, loanNo } = loanOf(life)
  return (await client.ask(CALLS.listChange, { query: { loanNo } })).choices
}

/** One of the days offered for a single debit. */
async function debitDay(life: Life, which: number): Promise<string> {
  return picked((await choicesOf(life))?.debitDates ?? [], which) ?? NO_SUCH_DAY
}

/** So much of what ends the debt today, or of the loan before there is a debt. */
export async function shareOfDebt(life: Life, percent: number): Promise<string> {
  const { payoffToday = LOAN } = (await pageOf(life)) ?? {}
  const owed = BigInt(payoffToday.replace('.', ''))
  return moneyToWire(max(cents((owed * BigInt(percent)) / 100n), cents(100n)))
}

/** One of a list, counted round; -1 is the last. */
export const picked = <T>(list: readonly T[], which: number): T | undefined =>
  list.at(which % Math.max(1, list.length))
