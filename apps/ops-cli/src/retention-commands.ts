import type { CallReply } from '@dolphin/contract/call'
import {
  liftLegalHoldCall,
  listLegalHoldCall,
  previewRetentionCall,
  runRetentionCall,
  setLegalHoldCall,
} from '@dolphin/contract/retention-staff'
import { HOLD_SCOPES } from '@dolphin/domain/retention/hold'
import { waitsText } from './approval-commands.ts'
import {
  type Command,
  type CommandInput,
  oneWord,
  portfolioOption,
  textOption,
  UsageError,
} from './command.ts'
import { shortInstant, textTable } from './text-table.ts'

const TEXT = { type: 'string' } as const

const tallyText = ({ classes }: CallReply<typeof previewRetentionCall>): string =>
  textTable(
    ['Class', 'Due', 'Held', 'Oldest'],
    classes.map(({ recordClass, due, held, oldest }) => [
      recordClass,
      String(due),
      String(held),
      oldest === null ? '' : shortInstant(oldest),
    ]),
  )

function portfolioOf(input: CommandInput): number {
  const portfolioId = portfolioOption(input)
  if (portfolioId === undefined) throw new UsageError('Name the portfolio: --portfolio N')
  return portfolioId
}

function reasonOf(input: CommandInput): string {
  const reason = textOption(input, 'reason')
  if (reason === undefined) throw new UsageError('Say why: --reason TEXT')
  return reason
}

const setHold: Command['run'] = async (client, input) => {
  const portfolioId = portfolioOf(input)
  const [word, subject, ...more] = input.words
  const scope = HOLD_SCOPES.find((one) => one === word)
  if (scope === undefined || subject === undefined || more.length > 0)
    throw new UsageError(`Say what is held: ${HOLD_SCOPES.join('|')} and its number`)
  const data = await client.ask(setLegalHoldCall, {
    body: { portfolioId, scope, subject, reason: reasonOf(input) },
  })
  return { data, text: waitsText(client, data.approval) }
}

const liftHold: Command['run'] = async (client, input) => {
  const holdNo = oneWord(input, 'hold like H000000012')
  const body = { portfolioId: portfolioOf(input), holdNo, reason: reasonOf(input) }
  const data = await client.ask(liftLegalHoldCall, { body })
  return { data, text: waitsText(client, data.approval) }
}

const listHolds: Command['run'] = async (client, input) => {
  const data = await client.ask(listLegalHoldCall, { query: { portfolioId: portfolioOption(input) } })
  const rows = data.holds.map((one) => [
    one.holdNo,
    String(one.portfolioId),
    one.scope,
    one.subject,
    one.liftedAt === null ? 'in effect' : `lifted ${shortInstant(one.liftedAt)}`,
    shortInstant(one.setAt),
    one.reason,
  ])
  return { data, text: textTable(['Hold', 'Portfolio', 'Scope', 'Subject', 'State', 'Set', 'Reason'], rows) }
}

/** What is past its period, and what may not be erased although it is. */
export const RETENTION_COMMANDS: readonly Command[] = [
  {
    name: 'retention preview',
    usage: '',
    help: 'how many records of each class are past their period, and how many a hold keeps; changes nothing',
    async run(client) {
      const data = await client.ask(previewRetentionCall, {})
      return { data, text: tallyText(data) }
    },
  },
  {
    name: 'retention run',
    usage: '',
    help: 'erase now what the night would; what stopped in the middle goes on',
    async run(client) {
      const data = await client.ask(runRetentionCall, { body: {} })
      return { data, text: tallyText(data) }
    },
  },
  {
    name: 'legal-hold set',
    usage: `${HOLD_SCOPES.join('|')} <number> --portfolio N --reason TEXT`,
    help: 'enter a legal hold, for a colleague to confirm: nothing of it is erased until it is lifted',
    options: { portfolio: TEXT, reason: TEXT },
    run: setHold,
  },
  {
    name: 'legal-hold lift',
    usage: '<holdNo> --portfolio N --reason TEXT',
    help: 'enter the end of a legal hold, for a colleague to confirm',
    options: { portfolio: TEXT, reason: TEXT },
    run: liftHold,
  },
  {
    name: 'legal-hold list',
    usage: '[--portfolio N]',
    help: 'legal holds of portfolios, lifted ones too',
    options: { portfolio: TEXT },
    run: listHolds,
  },
]
