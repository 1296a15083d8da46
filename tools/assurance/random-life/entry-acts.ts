import { TransactionType } from '@dolphin/domain/payments/codes'
import type { Act, ActOf } from './acts.ts'
import { picked } from './changes.ts'
import { confirm } from './confirm.ts'
import { staffOf } from './desk.ts'
import { pull } from './own-bank.ts'
import { note } from './story.ts'
import { ask, type Life, loanOf, transactionsOf } from './life.ts'

type EntryAct = Act & { readonly act: 'reverseEntry' | 'prenote' | 'end' }

const WHY = 'the clearing report shows it'

/** What an employee does about entries at the bank, and about the end of a loan; another confirms it. */
export async function entryDo(life: Life, act: EntryAct): Promise<void> {
  const { loanNo } = loanOf(life)
  switch (act.act) {
    case 'reverseEntry':
      return await reverseEntry(life, act)
    case 'prenote':
      if (await entered(life, 'sendPrenote', { loanNo, note: WHY })) note(life, loanNo, 'prenote')
      return
    case 'end':
      return await end(life, act)
  }
}

/** An entry of ours that was wrong, sent not long ago. */
async function reverseEntry(life: Life, { which, reason }: ActOf<'reverseEntry'>): Promise<void> {
  const { loanNo } = loanOf(life)
  const sent = (await transactionsOf(life, loanOf(life))).filter(({ traceNumber }) => traceNumber !== null)
  const entry = picked(sent, -1 - which)
  if (entry === undefined) return
  const { transactionNo } = entry
  await entered(life, 'reverseEntry', { loanNo, transactionNo, reason, foundAt: null, note: WHY })
}

/** The bank dropped the credit before it settled, or nothing is owed any more. */
async function end(life: Life, { how }: ActOf<'end'>): Promise<void> {
  const { loanNo } = loanOf(life)
  if (!(await entered(life, 'terminateLoan', { loanNo, subStatus: how, note: WHY }))) return
  if (how !== 'voided') return
  const credits = (await transactionsOf(life, loanOf(life))).filter(
    ({ type }) => type === TransactionType.credit,
  )
  for (const { traceNumber } of credits) pull(life.bank, traceNumber ?? '')
}

/** Whether what one employee entered was confirmed by another. */
async function entered(
  life: Life,
  name: 'reverseEntry' | 'sendPrenote' | 'terminateLoan',
  body: object,
): Promise<boolean> {
  const { ada } = await staffOf(life)
  const reply = await ask(life, ada, name, { body })
  if (reply === undefined) return false
  // `ask` answers what the call it names replies, and these answer alike.
  const { approval } = reply as { readonly approval: { readonly approvalNo: string } }
  return await confirm(life, approval.approvalNo)
}
