import { CALLS } from '@dolphin/contract/registry'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import { OVER_STATUSES } from '@dolphin/domain/loans/codes'
import { findLoan } from '@dolphin/database/loans/loan-repository'
import { signLoan } from '@dolphin/api/testing/signed-loans'
import type { Act, ActOf, ChangeAct } from './acts.ts'
import { type AskedChange, changeAsked, picked } from './changes.ts'
import { ask, count, type Life, loanOf, pageOf } from './life.ts'
import { assertStoredAsShown } from './stored-as-shown.ts'

const { preview, save } = FormActionMode
const ROUTING = '091000019'
const CHECKING = 3001

type BorrowerAct = Exclude<Act, ChangeAct> & {
  readonly act:
    | 'preview'
    | 'undo'
    | 'authorize'
    | 'repair'
    | 'disbursementDay'
    | 'byCheck'
    | 'rescind'
    | 'another'
}

/** What a borrower does besides asking for a change. */
export async function borrowerDoes(life: Life, act: BorrowerAct): Promise<void> {
  const { loanNo, client } = loanOf(life)
  switch (act.act) {
    case 'preview':
      return void (await change(life, act.of, preview))
    case 'undo':
      return await undo(life)
    case 'authorize':
      return void (await ask(life, client, 'authorization', { body: { loanNo, version: 3, mark: MARK } }))
    case 'repair':
      return void (await ask(life, client, 'repairBank', {
        body: {
          loanNo,
          routingNumber: ROUTING,
          accountNumber: `99988877766${act.account}`,
          accountType: CHECKING,
        },
      }))
    case 'disbursementDay':
      return await pickDay(life, act)
    case 'byCheck':
      return void (await ask(life, client, 'paperCheck', { body: { loanNo, addressConfirmed: true } }))
    case 'rescind':
      return void (await ask(life, client, 'cancelLoan', { body: { loanNo, mode: save } }))
    case 'another':
      return await takeAnother(life)
  }
}

const MARK = { kind: 'typed', text: 'Jordan Sample' } as const

/** Saves a change; what is stored is what the answer showed. */
export async function saveChange(life: Life, act: ChangeAct): Promise<void> {
  const reply = await change(life, act, save)
  if (reply !== undefined) await assertStoredAsShown(life, reply)
}

async function change(life: Life, act: ChangeAct, mode: number): Promise<unknown> {
  const { loanNo, client } = loanOf(life)
  const asked: AskedChange | undefined = await changeAsked(life, act)
  if (asked === undefined) return undefined
  const { name, body, ...rest } = asked
  return await ask(life, client, name, { ...rest, body: { loanNo, mode, ...body } })
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

/** Another loan, once all before have ended; of an ended one a payment may still come back. */
async function takeAnother(life: Life): Promise<void> {
  const { client } = loanOf(life)
  const loans = await Promise.all(life.loans.map((key) => findLoan(life.api.database.db, key)))
  if (loans.some((loan) => loan === undefined || !OVER_STATUSES.includes(loan.status))) return
  life.loans.push(await signLoan(life.api, { customer: () => Promise.resolve(client), again: true }))
  count(life, 'another loan')
}
