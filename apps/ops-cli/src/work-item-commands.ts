import {
  closeWorkItemCall,
  listWorkItemCall,
  putOffWorkItemCall,
  releaseWorkItemCall,
  showWorkItemCall,
  takeNextWorkItemCall,
  takeWorkItemCall,
} from '@dolphin/contract/work-items'
import type { CallReply } from '@dolphin/contract/call'
import { WORK_ITEM_KINDS, type WorkItemKind } from '@dolphin/domain/work-items/codes'
import { WORK_OUTCOMES } from '@dolphin/domain/work-items/putting-off'
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
type Item = CallReply<typeof showWorkItemCall>

function kindOption(input: CommandInput): WorkItemKind | undefined {
  const text = textOption(input, 'kind')
  if (text === undefined) return undefined
  const kind = WORK_ITEM_KINDS.find((one) => one.toLowerCase() === text.toLowerCase())
  if (kind === undefined) throw new UsageError(`A kind is one of: ${WORK_ITEM_KINDS.join(', ')}.`)
  return kind
}

function numberOf(input: CommandInput): string {
  const word = oneWord(input, 'work item').toUpperCase()
  if (!/^W\d{1,12}$/.test(word)) throw new UsageError('A work item looks like W000000012.')
  return `W${word.slice(1).padStart(9, '0')}`
}

const list: Command['run'] = async (client, input) => {
  const query = {
    portfolioId: portfolioOption(input),
    kind: kindOption(input),
    loanNo: textOption(input, 'loan'),
    state: input.options['closed'] === true ? ('closed' as const) : ('open' as const),
    after: textOption(input, 'after'),
  }
  const data = await client.ask(listWorkItemCall, { query })
  const rows = data.items.map((one) => [
    one.workItemNo,
    one.kind,
    one.portfolioId === null ? 'server' : String(one.portfolioId),
    one.loanNo ?? '–',
    `${one.due}${one.overdue ? ' overdue' : ''}${one.sleepsUntil === null ? '' : ' rests'}`,
    shortInstant(one.since),
    one.takenBy?.name ?? '–',
    one.reason,
  ])
  const headings = ['Item', 'Kind', 'Portfolio', 'Loan', 'Due', 'Since', 'Taken by', 'Reason']
  const table = rows.length === 0 ? `No ${query.state} work items.` : textTable(headings, rows)
  return { data, text: data.after === null ? table : `${table}\n\nMore: --after ${data.after}` }
}

const lines = (item: Item): string =>
  [
    `${item.workItemNo}  ${item.kind}`,
    `About       ${item.subject}${item.loanNo === null ? '' : `, loan ${item.loanNo}`}`,
    `Portfolio   ${item.portfolioId ?? 'the server as a whole'}`,
    `Since       ${shortInstant(item.since)}`,
    `Due         ${item.due}${item.overdue ? ' (overdue)' : ''}`,
    `Reason      ${item.reason}`,
    ...(item.sleepsUntil === null ? [] : [`Rests until ${item.sleepsUntil}`]),
    ...(item.lastOutcome === null
      ? []
      : [`Last done   ${item.lastOutcome.outcome}: ${item.lastOutcome.note} (${item.lastOutcome.by})`]),
    ...(item.concerns.length === 0 ? [] : [`May concern ${item.concerns.join(', ')}`]),
    ...(item.holdsDebits && item.closedAt === null
      ? ['Debits of these loans are held while it is open.']
      : []),
    ...Object.entries(item.facts).map(([name, value]) => `  ${name}: ${JSON.stringify(value)}`),
    ...(item.takenBy === null || item.takenAt === null
      ? []
      : [`Taken by    ${item.takenBy.name}, ${shortInstant(item.takenAt)}`]),
    ...(item.closedAt === null
      ? ['What may be done:', ...item.acts.map((act) => `  - ${act}`)]
      : [`Closed      ${shortInstant(item.closedAt)} by ${item.closedBy}: ${item.closedFor}`]),
  ].join('\n')

const NOTHING_FREE = 'Nothing is free here.'

const yours = ({ workItemNo, due }: Item): string => `${workItemNo} is yours, due ${due}.`

/** What needs a person. */
export const WORK_ITEM_COMMANDS: readonly Command[] = [
  {
    name: 'work list',
    usage: '[--portfolio N] [--kind KIND] [--loan LOAN] [--closed] [--after ITEM]',
    help: 'what needs a person, the overdue first',
    options: { portfolio: TEXT, kind: TEXT, loan: TEXT, after: TEXT, closed: { type: 'boolean' } },
    run: list,
  },
  {
    name: 'work show',
    usage: '<item>',
    help: 'one work item with its facts and what may be done',
    async run(client, input) {
      const data = await client.ask(showWorkItemCall, { params: { workItemNo: numberOf(input) } })
      return { data, text: lines(data) }
    },
  },
  {
    name: 'work take',
    usage: '<item> [--over]',
    help: 'have it for 15 minutes; --over takes it from the colleague who has it',
    options: { over: { type: 'boolean' } },
    async run(client, input) {
      const takeOver = input.options['over'] === true
      const data = await client.ask(takeWorkItemCall, { body: { workItemNo: numberOf(input), takeOver } })
      return { data, text: yours(data) }
    },
  },
  {
    name: 'work release',
    usage: '<item>',
    help: 'give it back, so that a colleague may take it at once',
    async run(client, input) {
      const data = await client.ask(releaseWorkItemCall, { body: { workItemNo: numberOf(input) } })
      return { data, text: `${data.workItemNo} is free.` }
    },
  },
  {
    name: 'work next',
    usage: '[--portfolio N] [--kind KIND]',
    help: 'take the free item that is due first; no other employee gets it',
    options: { portfolio: TEXT, kind: TEXT },
    async run(client, input) {
      const body = { portfolioId: portfolioOption(input), kind: kindOption(input) }
      const data = await client.ask(takeNextWorkItemCall, { body })
      return { data, text: data.item === null ? NOTHING_FREE : `${yours(data.item)}\n\n${lines(data.item)}` }
    },
  },
  {
    name: 'work put-off',
    usage: '<item> --outcome OUTCOME --until YYYY-MM-DD --reason TEXT',
    help: 'keep it open with what was done, until the banking day on which it comes back',
    options: { outcome: TEXT, until: TEXT, reason: TEXT },
    async run(client, input) {
      const workItemNo = numberOf(input)
      const outcome = WORK_OUTCOMES.find((one) => one === textOption(input, 'outcome'))
      if (outcome === undefined)
        throw new UsageError(`Say what came of it: --outcome ${WORK_OUTCOMES.join('|')}`)
      const nextDay = textOption(input, 'until')
      const note = textOption(input, 'reason')
      if (nextDay === undefined || note === undefined)
        throw new UsageError('Say what was done and when it comes back: --reason "…" --until 2026-03-20')
      const data = await client.ask(putOffWorkItemCall, { body: { workItemNo, outcome, note, nextDay } })
      return { data, text: `${data.workItemNo} rests until ${data.sleepsUntil}.` }
    },
  },
  {
    name: 'work done',
    usage: '<item> --reason TEXT',
    help: 'close it with what was done; refused while its cause is still there',
    options: { reason: TEXT },
    async run(client, input) {
      const workItemNo = numberOf(input)
      const reason = textOption(input, 'reason')
      if (reason === undefined) throw new UsageError('Say what was done: --reason "…"')
      const data = await client.ask(closeWorkItemCall, { body: { workItemNo, reason } })
      return { data, text: `${data.workItemNo} is closed.` }
    },
  },
]
