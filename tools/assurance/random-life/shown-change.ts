import type { CallReply } from '@dolphin/contract/call'
import type { CALLS } from '@dolphin/contract/registry'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { dayFrom } from '../loan-model/day.ts'
import { changeIsKept, type ShownChange } from '../loan-model/laws/change-laws.ts'
import type { ChangeAct } from './acts.ts'
import { changeAsked } from './changes.ts'
import { pageFacts } from './facts-of-loan.ts'
import { type Life, loanOf, pageOf } from './life.ts'
import { changeWith, noteSaved } from './save-change.ts'

type ChangeReply = CallReply<(typeof CALLS)['payOff']>

const { preview, save } = FormActionMode

/** A change is read first and saved then, as it was read: the loan has what both showed. */
export async function changeAsShown(life: Life, act: ChangeAct): Promise<void> {
  const asked = await changeAsked(life, act)
  if (asked === undefined || (await pageOf(life)) === undefined) return
  const loan = loanOf(life)
  const before = await pageFacts(loan)
  const previewed = await changeWith(life, asked, preview)
  if (previewed === undefined) return
  const quoteId = { quoteId: (previewed as ChangeReply).quoteId }
  const saved = await changeWith(life, { ...asked, body: { ...asked.body, ...quoteId } }, save)
  if (saved === undefined) return
  await noteSaved(life, act, saved)
  const seen = {
    previewed: shownIn(previewed as ChangeReply),
    saved: shownIn(saved as ChangeReply),
    before,
    after: await pageFacts(loan),
  }
  life.witness?.changes.push(seen)
  life.surprises.push(...changeIsKept(seen))
}

const cents = (money: string): bigint => BigInt(money.replace('.', ''))

/** A reply as the model reads it. Only the calls of changes are asked, and they answer alike. */
function shownIn(reply: ChangeReply): ShownChange {
  const { newSchedule, payment, totalBefore, totalAfter, costDifference, expected } = reply
  return {
    rows: newSchedule.map(({ installmentNo, dueDate, amount, source }) => ({
      installmentNo,
      day: dayFrom(dueDate),
      amount: cents(amount),
      source,
    })),
    payment: payment && {
      amount: cents(payment.amount),
      day: dayFrom(payment.date),
      sentBy: payment.sentBy === 'us' ? 'us' : 'borrower',
    },
    totalBefore: cents(totalBefore),
    totalAfter: cents(totalAfter),
    costDifference: cents(costDifference),
    isExpected: expected !== null,
  }
}
