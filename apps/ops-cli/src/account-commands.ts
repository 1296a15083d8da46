import { changeAccountCall } from '@dolphin/contract/identity'
import { waitsText } from './approval-commands.ts'
import { type Command, oneWord, portfolioOption, textOption, UsageError } from './command.ts'

const STATES: Readonly<Record<string, string>> = { 1: 'active', '-1': 'inactive', '-3': 'frozen' }

function accountCommand(change: 'freeze' | 'deactivate' | 'activate', help: string): Command {
  return {
    name: `account ${change}`,
    usage: '<email> --portfolio N [--note TEXT]',
    help,
    options: { portfolio: { type: 'string' }, note: { type: 'string' } },
    async run(client, input) {
      const portfolioId = portfolioOption(input)
      if (portfolioId === undefined) throw new UsageError('Name the portfolio: --portfolio N')
      const account = oneWord(input, 'e-mail')
      const body = { portfolioId, account, change, note: textOption(input, 'note') ?? '' }
      const data = await client.ask(changeAccountCall, { body })
      const state = STATES[data.accountStatus] ?? String(data.accountStatus)
      const text =
        data.approval === null
          ? `The account ${account} at ${portfolioId} is now ${state}.`
          : `Reopening ${account} at ${portfolioId} is entered; it is ${state}.\n${waitsText(client, data.approval)}`
      return { data, text }
    },
  }
}

export const ACCOUNT_COMMANDS: readonly Command[] = [
  accountCommand('freeze', 'put an account on hold; its sessions end at once'),
  accountCommand('deactivate', 'close an account at its owner’s wish; its sessions end at once'),
  accountCommand(
    'activate',
    'enter the reopening of an account that was frozen or closed, for a colleague to confirm at the desk',
  ),
]
