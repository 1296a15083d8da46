import { CALLS } from '@dolphin/contract/registry'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { OVER_STATUSES } from '@dolphin/domain/loans/codes'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { listLoanChanges } from '@dolphin/database/servicing/loan-change-repository'
import { readAmendment } from '@dolphin/api/testing/sent-amendments'
import { signInput } from '@dolphin/api/testing/signing-sessions'
import { signAnother } from './sign-another.ts'
import type { Act, ActOf, ChangeAct } from './acts.ts'
import { picked } from './changes.ts'
import { note, noteAmendment } from './story.ts'
import { ask, count, type Life, loanOf, pageOf } from './life.ts'
import { changeBy } from './save-change.ts'
import { changeAsShown } from './shown-change.ts'

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
      return void (await changeBy(life, act.of, preview))
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
