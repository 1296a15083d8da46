import { collectLoanCall, suspendLoanCall, terminateLoanCall } from '@dolphin/contract/servicing-staff'
import { CollectingSubStatus, SuspendedSubStatus } from '@dolphin/domain/loans/codes'
import { waitsText } from './approval-commands.ts'
import { type Command, type CommandInput, oneWord, textOption, UsageError } from './command.ts'
import { headResult } from './review-commands.ts'

const TEXT = { type: 'string' } as const

const commonOf = (input: CommandInput) => ({
  loanNo: oneWord(input, 'loan number'),
  note: textOption(input, 'note') ?? '',
})

/** One of the names that an option may have. */
function choiceOf<Name extends string>(input: CommandInput, option: string, names: readonly Name[]): Name {
  const given = textOption(input, option)
  const name = names.find((one) => one === given)
  if (name === undefined) throw new UsageError(`Give --${option} one of: ${names.join(', ')}`)
  return name
}

const SUSPENDED = Object.values(SuspendedSubStatus)
const COLLECTING = Object.values(CollectingSubStatus)

export const DELINQUENCY_COMMANDS: readonly Command[] = [
  {
    name: 'suspend',
    usage: '<loanNo> --reason NAME [--note TEXT]',
    help: `let no payment be taken, because of: ${SUSPENDED.join(', ')}`,
    options: { note: TEXT, reason: TEXT },
    async run(client, input) {
      const body = { ...commonOf(input), subStatus: choiceOf(input, 'reason', SUSPENDED) }
      return headResult('suspended', await client.ask(suspendLoanCall, { body }))
    },
  },
  {
    name: 'cure',
    usage: '<loanNo> [--note TEXT]',
    help: 'let the payments of a suspended or collected loan go on',
    options: { note: TEXT },
    async run(client, input) {
      const body = { ...commonOf(input), subStatus: null }
      return headResult('cured', await client.ask(suspendLoanCall, { body }))
    },
  },
  {
    name: 'collect',
    usage: '<loanNo> --to NAME [--note TEXT]',
    help: `move a loan along its collection, to: ${COLLECTING.join(', ')}; settled enters a write-off to confirm`,
    options: { note: TEXT, to: TEXT },
    async run(client, input) {
      const body = { ...commonOf(input), subStatus: choiceOf(input, 'to', COLLECTING) }
      const data = await client.ask(collectLoanCall, { body })
      const { text } = headResult('moved', data.loan)
      const { approval, postingNo } = data
      const next = approval && `\nWrite-off ${postingNo ?? ''} is entered.\n${waitsText(client, approval)}`
      return { data, text: `${text}${next ?? ''}` }
    },
  },
  {
    name: 'terminate',
    usage: '<loanNo> --as voided|paidOff [--note TEXT]',
    help: 'enter the end of a loan, for a colleague to confirm at the desk: its credit was dropped by the bank before it settled, or nothing is owed any more',
    options: { note: TEXT, as: TEXT },
    async run(client, input) {
      const subStatus = choiceOf(input, 'as', ['voided', 'paidOff'] as const)
      const body = { ...commonOf(input), subStatus }
      const data = await client.ask(terminateLoanCall, { body })
      const { text } = headResult(`to end as ${subStatus}`, data.loan)
      return { data, text: `${text}\n${waitsText(client, data.approval)}` }
    },
  },
]
