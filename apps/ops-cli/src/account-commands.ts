import { changeAccountCall, enterOptOutCall } from '@dolphin/contract/identity'
import { type OptOut, OptInFlag } from '@dolphin/domain/identity/codes'
import { waitsText } from './approval-commands.ts'
import { type Command, oneWord, portfolioOption, textOption, UsageError } from './command.ts'

const STATES: Readonly<Record<string, string>> = { 1: 'active', '-1': 'inactive', '-3': 'frozen' }

const ENTERED = { freeze: 'Freezing', deactivate: 'Closing', activate: 'Reopening' } as const

function accountCommand(change: keyof typeof ENTERED, help: string): Command {
  return {
    name: `account ${change}`,
    usage: '<email> --portfolio N [--note TEXT]',
    help,
    options: { portfolio: { type: 'string' }, note: { type: 'string' } },
    async run(client, input) {
      const portfolioId = portfolioOption(input)
      if (portfolioId === undefined) throw new UsageError('Name the portfolio: --portfolio N')
      const account = oneWord(input, 'email')
      const body = { portfolioId, account, change, note: textOption(input, 'note') ?? '' }
      const data = await client.ask(changeAccountCall, { body })
      const state = STATES[data.accountStatus] ?? String(data.accountStatus)
      const text =
        data.approval === null
          ? `The account ${account} at ${portfolioId} is now ${state}.`
          : `${ENTERED[change]} ${account} at ${portfolioId} is entered; it is ${state}.\n${waitsText(client, data.approval)}`
      return { data, text }
    },
  }
}

const OPT_OUTS = Object.keys(OptInFlag) as OptOut[]

const optOut: Command = {
  name: 'contact opt-out',
  usage: `<email> --portfolio N --from ${OPT_OUTS.join('|')} --note TEXT`,
  help: 'note what a customer does not want to get; only the customer takes it back',
  options: { portfolio: { type: 'string' }, from: { type: 'string' }, note: { type: 'string' } },
  async run(client, input) {
    const portfolioId = portfolioOption(input)
    if (portfolioId === undefined) throw new UsageError('Name the portfolio: --portfolio N')
    const account = oneWord(input, 'email')
    const from = OPT_OUTS.find((name) => name === textOption(input, 'from'))
    if (from === undefined) throw new UsageError(`Say what is not wanted: --from ${OPT_OUTS.join('|')}`)
    const note = textOption(input, 'note')
    if (note === undefined) throw new UsageError('Say how the customer asked for it: --note "by phone"')
    const data = await client.ask(enterOptOutCall, { body: { portfolioId, account, optOut: from, note } })
    return { data, text: `Noted for ${account} at ${portfolioId}: ${from}. Only the customer takes it back.` }
  },
}

export const ACCOUNT_COMMANDS: readonly Command[] = [
  accountCommand('freeze', 'put an account on hold; its sessions end at once'),
  accountCommand(
    'deactivate',
    'enter the closing of an account at its owner’s wish, for a colleague to confirm at the desk',
  ),
  accountCommand(
    'activate',
    'enter the reopening of an account that was frozen or closed, for a colleague to confirm at the desk',
  ),
  optOut,
]
