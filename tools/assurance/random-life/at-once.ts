import type { CallReply } from '@dolphin/contract/call'
import type { CALLS } from '@dolphin/contract/registry'
import { listLoanChanges } from '@dolphin/database/servicing/loan-change-repository'
import { FormActionMode } from '@dolphin/domain/form/form-action-mode'
import type { ChangeAct } from './acts.ts'
import { changeAsked } from './changes.ts'
import { ask, type Life, loanOf } from './life.ts'
import { noteChange } from './save-change.ts'
import { assertStoredAsShown } from './stored-as-shown.ts'

/** Two tabs save at the same moment; each was filled in before the other was sent. */
export async function atOnce(life: Life, one: ChangeAct, other: ChangeAct): Promise<void> {
  const loan = loanOf(life)
  const both = [
    { act: one, asked: await changeAsked(life, one) },
    { act: other, asked: await changeAsked(life, other) },
  ]
  const replies = await Promise.all(
    both.map(async ({ act, asked }) => {
      if (asked === undefined) return undefined
      const { name, body, ...rest } = asked
      const input = { ...rest, body: { loanNo: loan.loanNo, mode: FormActionMode.save, ...body } }
      // Only the calls of changes are asked, and they answer alike.
      const reply = (await ask(life, loan.client, name, input)) as
        | CallReply<(typeof CALLS)['payOff']>
        | undefined
      return reply === undefined ? undefined : { act, reply }
    }),
  )
  const saved = replies.filter((one) => one !== undefined)
  const [newest] = await listLoanChanges(life.api.database.db, loan)
  const isNewest = ({ reply }: (typeof saved)[number]): boolean => reply.changeNo === newest?.changeNo
  const inOrder = saved.toSorted((left, right) => Number(isNewest(left)) - Number(isNewest(right)))
  for (const { act, reply } of inOrder) noteChange(life, act, reply)
  const last = inOrder.find(isNewest)
  if (last !== undefined) await assertStoredAsShown(life, last.reply)
}
