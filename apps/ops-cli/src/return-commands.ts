import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { importReturnCall, returnRateCall } from '@dolphin/contract/payments'
import { type Command, oneWord, portfolioOption, UsageError } from './command.ts'
import { textTable } from './text-table.ts'

const PORTFOLIO = { portfolio: { type: 'string' } } as const

function portfolioNeeded(input: Parameters<Command['run']>[1]): number {
  const portfolioId = portfolioOption(input)
  if (portfolioId === undefined) throw new UsageError('Say whose debits: --portfolio 118.')
  return portfolioId
}

const importFile: Command['run'] = async (client, input) => {
  const path = oneWord(input, 'file')
  const portfolioId = portfolioNeeded(input)
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`)
  const file = { name: basename(path), bytes: readFileSync(path) }
  const data = await client.upload(importReturnCall, { portfolioId: String(portfolioId) }, file)
  const { returns, notificationsOfChange, alreadyKnown, unmatched } = data
  const counts = `${returns} returns, ${notificationsOfChange} notices of change, ${alreadyKnown} already known.`
  const rows = unmatched.map(({ line, traceNumber, code }) => [String(line), traceNumber, code])
  const text =
    rows.length === 0
      ? counts
      : `${counts}\n\nFor no entry of ours:\n${textTable(['Line', 'Trace', 'Code'], rows)}`
  return { data, text }
}

const WINDOW_NAMES = { sixtyDays: '60 days', twoMonths: 'two months' } as const

const showRates: Command['run'] = async (client, input) => {
  const data = await client.ask(returnRateCall, { query: { portfolioId: portfolioNeeded(input) } })
  const parts = data.windows.map(({ kind, from, to, debits, returns, rates }) => {
    const rows = rates.map((one) => [
      one.kind,
      String(one.returns),
      one.rate === null ? '–' : `${one.rate} %`,
      `${one.limit} % (${one.consequence})`,
      one.status,
    ])
    const codes = returns.map(({ code, count }) => `${code}: ${count}`).join(', ')
    const head = `Over ${WINDOW_NAMES[kind]}, ${from} to ${to}: ${debits} debits sent`
    const table = textTable(['Returns', 'Number', 'Rate', 'Limit', ''], rows)
    return `${head}\n${table}${codes === '' ? '' : `\n${codes}`}`
  })
  const isOver = data.windows.some(({ rates }) => rates.some(({ status }) => status === 'over'))
  return { data, text: parts.join('\n\n'), failed: isOver }
}

export const RETURN_COMMANDS: readonly Command[] = [
  {
    name: 'returns import',
    usage: '<file> --portfolio N',
    help: 'take a file of the bank: returns and notices of change',
    options: PORTFOLIO,
    run: importFile,
  },
  {
    name: 'returns rates',
    usage: '--portfolio N',
    help: 'how many debits come back, beside the limits; exits with 1 beyond one',
    options: PORTFOLIO,
    run: showRates,
  },
]
