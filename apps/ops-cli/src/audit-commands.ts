import { searchAuditCall } from '@dolphin/contract/examiner'
import { type Command, portfolioOption, textOption, UsageError } from './command.ts'
import { shortInstant, textTable } from './text-table.ts'

const FILTERS = {
  loan: 'loanNo',
  customer: 'openId',
  actor: 'actor',
  event: 'event',
  from: 'from',
  to: 'to',
  after: 'after',
} as const

export const AUDIT_COMMANDS: readonly Command[] = [
  {
    name: 'audit search',
    usage:
      '--portfolio ID [--loan NO] [--customer OPENID] [--actor WHO] [--event NAME] [--from DAY] [--to DAY] [--after PLACE]',
    help: 'the audit stream, newest first, masked; the search is written down too',
    options: {
      portfolio: { type: 'string' },
      ...Object.fromEntries(Object.keys(FILTERS).map((name) => [name, { type: 'string' as const }])),
    },
    async run(client, input) {
      const portfolioId = portfolioOption(input)
      if (portfolioId === undefined) throw new UsageError('Say whose stream: --portfolio 118.')
      const filters = Object.fromEntries(
        Object.entries(FILTERS).flatMap(([option, field]) => {
          const value = textOption(input, option)
          return value === undefined ? [] : [[field, value]]
        }),
      )
      const data = await client.ask(searchAuditCall, { body: { portfolioId, ...filters } })
      const rows = data.events.map(({ at, event, subject, actor, facts }) => [
        shortInstant(at),
        event,
        subject,
        actor,
        JSON.stringify(facts),
      ])
      const more = data.after === null ? [] : ['', `Older entries: --after ${data.after}`]
      return {
        data,
        text: [textTable(['When', 'What', 'About', 'Who', 'Facts'], rows), ...more].join('\n'),
      }
    },
  },
]
