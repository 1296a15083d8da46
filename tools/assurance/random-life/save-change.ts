import type { CallReply } from '@dolphin/contract/call'
import type { CALLS } from '@dolphin/contract/registry'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { dayFrom } from '../loan-model/day.ts'
import type { ChangeAct } from './acts.ts'
import { type AskedChange, changeAsked } from './changes.ts'
import { ask, type Life, loanOf, pageOf } from './life.ts'
import { assertStoredAsShown } from './stored-as-shown.ts'
import { note, storyOf } from './story.ts'

/** Saves a change; what is stored is what the answer showed. */
export async function saveChange(life: Life, act: ChangeAct): Promise<void> {
  const reply = await changeBy(life, act, FormActionMode.save)
  if (reply !== undefined) await noteSaved(life, act, reply)
}

/** What the model knows of a saved change; what is stored is what the answer showed. */
export async function noteSaved(life: Life, act: ChangeAct, reply: unknown): Promise<void> {
  noteChange(life, act, reply)
  await assertStoredAsShown(life, reply)
}

type ChangeReply = CallReply<(typeof CALLS)['payOff']>

/** What the model knows of a change: whether we take payments from now on, and what was quoted. */
export function noteChange(life: Life, act: ChangeAct, reply: unknown): void {
  const { loanNo } = loanOf(life)
  // Only the calls of changes are asked, and they answer alike.
  const { quote, changeNo, expected } = reply as ChangeReply
  switch (act.act) {
    case 'stop':
      return note(life, loanNo, 'revoked')
    case 'wayToPay':
    case 'inN':
    case 'fixed':
      return note(life, loanNo, 'modeChanged', act.mode === PaymentMode.ach ? 'us' : 'borrower')
    case 'move':
    case 'skip':
    case 'longer':
      return note(life, loanNo, 'helped')
    case 'payOff':
    case 'payDown':
      if (expected !== null) return
      note(life, loanNo, 'confirmed')
      if (changeNo !== null) noteConfirmation(life, changeNo, quote?.goodThrough)
      return
    case 'holiday':
    case 'availability':
    case 'payday':
    case 'payroll':
      return
  }
}

/** A payment is confirmed, or again at its quote. */
function noteConfirmation(life: Life, changeNo: string, quoted: string | undefined): void {
  const { confirmations } = storyOf(life, loanOf(life).loanNo)
  const first = confirmations.find((one) => one.changeNo === (life.waitingNo ?? changeNo))
  const goodThrough = first?.goodThrough ?? (quoted === undefined ? life.today : dayFrom(quoted))
  confirmations.push({ changeNo, on: life.today, goodThrough })
}

/** The same for an act; undefined also where the page offers nothing of the kind. */
export async function changeBy(life: Life, act: ChangeAct, mode: number): Promise<unknown> {
  const asked = await changeAsked(life, act)
  return asked === undefined ? undefined : await changeWith(life, asked, mode)
}

/** Asks for a change, in a preview or to save it; the answer, or undefined where it is refused. */
export async function changeWith(life: Life, asked: AskedChange, mode: number): Promise<unknown> {
  const { loanNo, client } = loanOf(life)
  const { name, body, ...rest } = asked
  const { openChange = null } = (await pageOf(life)) ?? {}
  const isAgain = openChange !== null
  life.waitingNo = openChange?.confirmAgainBy ? openChange.changeNo : null
  const reply = await ask(life, client, name, { ...rest, body: { loanNo, mode, ...body } })
  // Only the calls of changes are asked, and they answer alike; what is confirmed again keeps its quote.
  const quote = isAgain ? null : ((reply as ChangeReply | undefined)?.quote ?? null)
  if (quote !== null)
    life.quotes.push({
      loanNo,
      total: BigInt(quote.total.replace('.', '')),
      goodThrough: dayFrom(quote.goodThrough),
    })
  return reply
}
