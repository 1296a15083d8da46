import { reverseEntryCall, sendPrenoteCall } from '@dolphin/contract/entries'
import { REVERSAL_REASONS } from '@dolphin/domain/payments/reversal'
import { waitsText } from './approval-commands.ts'
import { type Command, type CommandInput, oneWord, textOption, UsageError } from './command.ts'

function noteOf(input: CommandInput): string {
  const note = textOption(input, 'note')
  if (note === undefined) throw new UsageError('Say why: --note "…"')
  return note
}

function reasonOf(input: CommandInput) {
  const given = textOption(input, 'reason')
  const reason = REVERSAL_REASONS.find((one) => one === given)
  if (reason === undefined) throw new UsageError(`Say why: --reason ${REVERSAL_REASONS.join(', ')}.`)
  return reason
}

const reverse: Command['run'] = async (client, input) => {
  const loanNo = oneWord(input, 'loan number')
  const transactionNo = textOption(input, 'transaction')
  if (transactionNo === undefined) throw new UsageError('Say which entry: --transaction T000000012.')
  const foundAt = textOption(input, 'found') ?? null
  const body = { loanNo, transactionNo, reason: reasonOf(input), foundAt, note: noteOf(input) }
  const data = await client.ask(reverseEntryCall, { body })
  return { data, text: waitsText(client, data.approval) }
}

const prenote: Command['run'] = async (client, input) => {
  const body = { loanNo: oneWord(input, 'loan number'), note: noteOf(input) }
  const data = await client.ask(sendPrenoteCall, { body })
  return { data, text: waitsText(client, data.approval) }
}

export const ENTRY_COMMANDS: readonly Command[] = [
  {
    name: 'entry reverse',
    usage: '<loan> --transaction T --reason duplicate|receiver|amount|date [--found INSTANT] --note TEXT',
    help: 'enter the reversal of an entry that was wrong, for a colleague to confirm at the desk',
    options: {
      transaction: { type: 'string' },
      reason: { type: 'string' },
      found: { type: 'string' },
      note: { type: 'string' },
    },
    run: reverse,
  },
  {
    name: 'prenote send',
    usage: '<loan> --note TEXT',
    help: 'enter a prenote to the account of a loan, for a colleague to confirm at the desk',
    options: { note: { type: 'string' } },
    run: prenote,
  },
]
