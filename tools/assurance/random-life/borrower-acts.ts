import type { CallReply } from '@dolphin/contract/call'
import { CALLS } from '@dolphin/contract/registry'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { OVER_STATUSES } from '@dolphin/domain/loans/codes'
import { PaymentMode } from '@dolphin/domain/payments/codes'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listLoanChanges } from '@dolphin/database/servicing/loan-change-repository'
import { readAmendment } from '@dolphin/api/testing/sent-amendments'
import { signInput } from '@dolphin/api/testing/signing-sessions'
import { signAnother } from './sign-another.ts'
import type { Act, ActOf, ChangeAct } from './acts.ts'
import { type AskedChange, changeAsked, picked } from './changes.ts'
import { dayFrom } from '../loan-model/day.ts'
import { note, noteAmendment, storyOf } from './story.ts'
import { ask, count, type Life, loanOf, pageOf } from './life.ts'
import { changeAsShown } from './shown-change.ts'
import { assertStoredAsShown } from './stored-as-shown.ts'

const { preview, save } = FormActionMode
const ROUTING = '091000019'
const CHECKING = 3001

type BorrowerAct = Exclude<Act, ChangeAct> & {
  readonly act:
    | 'preview'
    | 'shown'
    | 'undo'
    | 'authorize'
    | 'repair'
    | 'disbursementDay'
    | 'byCheck'
    | 'rescind'
    | 'signAmendment'
    | 'another'
}

/** What a borrower does besides asking for a change. */
export async function borrowerDoes(life: Life, act: BorrowerAct): Promise<void> {
  const { loanNo, client } = loanOf(life)
  switch (act.act) {
    case 'preview':
      return void (await change(life, act.of, preview))
    case 'shown':
      return await changeAsShown(life, act.of)
    case 'undo':
      return await undo(life)
    case 'authorize': {
      const given = await ask(life, client, 'authorization', { body: { loanNo, version: 3, mark: MARK } })
      if (given !== undefined) note(life, loanNo, 'authorized')
      return
    }
    case 'repair':
      return await repair(life, act)
    case 'disbursementDay':
      return await pickDay(life, act)
    case 'byCheck':
      return void (await ask(life, client, 'paperCheck', { body: { loanNo, addressConfirmed: true } }))
    case 'rescind':
      return void (await ask(life, client, 'cancelLoan', { body: { loanNo, mode: save } }))
    case 'signAmendment':
      return await answerAmendment(life, act)
    case 'another':
      return await takeAnother(life, act)
  }
}

async function repair(life: Life, { account }: ActOf<'repair'>): Promise<void> {
  const { loanNo, client } = loanOf(life)
  const repaired = await ask(life, client, 'repairBank', {
    body: {
      loanNo,
      routingNumber: ROUTING,
      accountNumber: `99988877766${account}`,
      accountType: CHECKING,
    },
  })
  if (repaired !== undefined) note(life, loanNo, 'repaired')
}

const MARK = { kind: 'typed', text: 'Jordan Sample' } as const

/** Saves a change; what is stored is what the answer showed. */
export async function saveChange(life: Life, act: ChangeAct): Promise<void> {
  const reply = await change(life, act, save)
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

async function change(life: Life, act: ChangeAct, mode: number): Promise<unknown> {
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

async function undo(life: Life): Promise<void> {
  const { openChange = null } = (await pageOf(life)) ?? {}
  if (openChange === null) return
  await ask(life, loanOf(life).client, 'cancelChange', {
    params: { changeNo: openChange.changeNo },
    body: {},
  })
}

async function pickDay(life: Life, { day }: ActOf<'disbursementDay'>): Promise<void> {
  const { loanNo, client } = loanOf(life)
  const { loans } = await client.ask(CALLS.listDisbursementLoan, {})
  const date = picked(loans.find((one) => one.loanNo === loanNo)?.datesToPick ?? [], day)
  if (date !== undefined) await ask(life, client, 'disbursementDate', { body: { loanNo, date } })
}

/** Signs or declines the amendment that employees sent; one that is left alone expires. */
async function answerAmendment(life: Life, { isSigned }: ActOf<'signAmendment'>): Promise<void> {
  const loan = loanOf(life)
  const changes = await listLoanChanges(life.api.database.db, loan)
  const sent = changes.find(({ status }) => status === 'toSign')
  const { requestCode = null } = sent ?? {}
  if (sent === undefined || requestCode === null) return
  const params = { requestCode }
  if (!isSigned) return void (await ask(life, loan.client, 'signingDecline', { params, body: {} }))
  const shown = await ask(life, loan.client, 'getRequestDetails', { query: { requestCode } })
  if (shown === undefined) return
  const opened = await readAmendment(life.api, loan, { requestCode })
  if ((await ask(life, loan.client, 'signingSign', signInput(opened))) === undefined) return
  noteAmendment(life, loan.loanNo, sent)
}

/** Another loan, once all before have ended; of an ended one a payment may still come back. */
async function takeAnother(life: Life, { terms }: ActOf<'another'>): Promise<void> {
  const loans = await Promise.all(life.loans.map((key) => findLoan(life.api.database.db, key)))
  if (loans.some((loan) => loan === undefined || !OVER_STATUSES.includes(loan.status))) return
  await signAnother(life, terms)
  count(life, 'another loan')
}
