import { exportRecordsCall } from '@dolphin/contract/examiner'
import { type Command, type CommandInput, portfolioOption, textOption, UsageError } from './command.ts'

const TEXT = { type: 'string' } as const

function scopeOf(input: CommandInput) {
  const loanNo = textOption(input, 'loan')
  const portfolioId = portfolioOption(input)
  const period = textOption(input, 'period')
  if (loanNo !== undefined && portfolioId === undefined) return { loanNo }
  if (loanNo !== undefined || portfolioId === undefined) throw new UsageError('Name a loan or a portfolio.')
  const days = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(period ?? '')
  if (days === null) throw new UsageError('Give the period: --period 2026-01-01..2026-03-31')
  const [, from, to] = days
  return { portfolioId, from, to }
}

export const EXPORT_COMMANDS: readonly Command[] = [
  {
    name: 'export',
    usage: '--loan <loanNo> | --portfolio N --period DATE..DATE --out FILE.zip',
    help: 'the examiner pack: one signed ZIP with an index page; README.txt in it says how to verify it',
    options: { loan: TEXT, portfolio: TEXT, period: TEXT, out: TEXT },
    async run(client, input) {
      const body = scopeOf(input)
      const out = textOption(input, 'out')
      if (out === undefined) throw new UsageError('Name the file: --out FILE.zip')
      await client.save(exportRecordsCall, { body }, out)
      return { data: { ...body, out }, text: `Written to ${out}.` }
    },
  },
]
