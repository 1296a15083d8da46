import { waitsText } from './approval-commands.ts'
import { existsSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { CallReply } from '@dolphin/contract/call'
import {
  importReturnCall,
  listBankEntryCall,
  retryBankEntryCall,
  returnRateCall,
  resolveExceptionCall,
} from '@dolphin/contract/returns'
import { DISHONOR_CODES, type DishonorCode } from '@dolphin/domain/payments/dishonor'
import {
  type Command,
  type CommandInput,
  dayNeeded,
  oneWord,
  portfolioNeeded,
  textOption,
  UsageError,
} from './command.ts'
import { shortInstant, textTable } from './text-table.ts'

const PORTFOLIO = { portfolio: { type: 'string' } } as const

const importFile: Command['run'] = async (client, input) => {
  const path = oneWord(input, 'file')
  const portfolioId = portfolioNeeded(input)
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`)
  const file = { name: basename(path), bytes: readFileSync(path) }
  const data = await client.upload(importReturnCall, { portfolioId: String(portfolioId) }, file)
  const { returns, notificationsOfChange, alreadyKnown, unmatched } = data
  const counts = `${returns} returns, ${notificationsOfChange} notices of change, ${alreadyKnown} already known.`
  const rows = unmatched.map(({ line, traceNumber, code }) => [String(line), traceNumber, code])
  const parts = [
    counts,
    kindTable(data),
    rows.length === 0 ? '' : `For no entry of ours:\n${textTable(['Line', 'Trace', 'Code'], rows)}`,
  ]
  return { data, text: parts.filter((part) => part !== '').join('\n\n') }
}

const KIND_NAMES = {
  return: 'returns',
  noticeOfChange: 'notices of change',
  dispute: 'disputes',
  unread: 'unread',
}

/** What became of each entry of a file; the four columns add up to its entries. */
function kindTable({ entries, kinds }: CallReply<typeof importReturnCall>): string {
  if (entries === null || kinds === null) return ''
  if (entries === 0) return 'The file has no entries.'
  const rows = kinds.map(({ portfolioId, kind, applied, known, refused, quarantined }) => [
    portfolioId === null ? 'unknown' : String(portfolioId),
    KIND_NAMES[kind],
    ...[applied, known, refused, quarantined].map(String),
  ])
  const table = textTable(['Portfolio', 'Kind', 'Applied', 'Known', 'Refused', 'Quarantined'], rows)
  return `${entries} entries in the file:\n${table}`
}

const listDay: Command['run'] = async (client, input) => {
  const day = dayNeeded(input)
  const data = await client.ask(listBankEntryCall, { query: { portfolioId: portfolioNeeded(input), day } })
  const rows = data.entries.map((one) => [
    shortInstant(one.at),
    KIND_NAMES[one.kind],
    one.code ?? '–',
    one.originalTrace ?? '–',
    one.amount ?? '–',
    one.loanNo ?? '–',
    one.outcome,
    one.workItemNo ?? '–',
    `${one.sha256.slice(0, 12)} ${one.line}`,
  ])
  const headings = ['Came', 'Kind', 'Code', 'Trace', 'Amount', 'Loan', 'Outcome', 'Item', 'File and line']
  const table = rows.length === 0 ? `The bank sent nothing on ${day}.` : textTable(headings, rows)
  return { data, text: data.isCut ? `${table}\n\nThe day has more.` : table }
}

function keptEntryOf({ words }: CommandInput) {
  const [first = '', line, ...more] = words
  if (line === undefined && /^W\d{1,12}$/i.test(first)) {
    return { workItemNo: `W${first.slice(1).padStart(9, '0')}` }
  }
  if (!/^[0-9a-f]{64}$/.test(first) || line === undefined || !/^\d{1,9}$/.test(line) || more.length > 0) {
    throw new UsageError('Give a work item, or the SHA-256 of a file and the line of the entry.')
  }
  return { sha256: first, line: Number(line) }
}

const retry: Command['run'] = async (client, input) => {
  const data = await client.ask(retryBankEntryCall, { body: keptEntryOf(input) })
  const { line, outcome, problem } = data
  const what = line === null ? 'The file' : `The entry at line ${line}`
  const text = `${what} is ${outcome}${problem === null ? '' : `: ${problem}`}.`
  return { data, text, failed: outcome !== 'applied' && outcome !== 'imported' }
}

/** What becomes of an exception, by the one option that says so. */
function resolutionOf(input: CommandInput) {
  const workItemNo = oneWord(input, 'work item like W000000012')
  const note = textOption(input, 'note')
  if (note === undefined) throw new UsageError('Say why: --note "…"')
  const applied = textOption(input, 'apply')
  const code = textOption(input, 'send-back')
  const transactionNo = textOption(input, 'transaction')
  const isIgnored = input.options['ignore'] === true
  if ([applied !== undefined, code !== undefined, isIgnored].filter(Boolean).length !== 1)
    throw new UsageError('Say what becomes of it: --apply T000000012, --send-back R68, or --ignore.')
  if (transactionNo !== undefined && code === undefined)
    throw new UsageError('--transaction goes with --send-back.')
  if (applied !== undefined) return { act: 'apply', workItemNo, transactionNo: applied, note } as const
  return code === undefined
    ? ({ act: 'ignore', workItemNo, note } as const)
    : ({ act: 'sendBack', workItemNo, code: dishonorCodeOf(code), transactionNo, note } as const)
}

function dishonorCodeOf(text: string): DishonorCode {
  const code = DISHONOR_CODES.find((one) => one === text.toUpperCase())
  if (code === undefined) throw new UsageError(`A return is sent back as ${DISHONOR_CODES.join(', ')}.`)
  return code
}

const resolve: Command['run'] = async (client, input) => {
  const data = await client.ask(resolveExceptionCall, { body: resolutionOf(input) })
  return { data, text: waitsText(client, data.approval) }
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
    name: 'returns list',
    usage: '--portfolio N --day DATE',
    help: 'what the bank sent on a day, and what became of each entry',
    options: { ...PORTFOLIO, day: { type: 'string' } },
    run: listDay,
  },
  {
    name: 'returns retry',
    usage: '<item> | <sha256> <line>',
    help: 'try a kept entry again once its cause is repaired; exits with 1 while it waits',
    run: retry,
  },
  {
    name: 'returns resolve',
    usage: '<item> --apply TRANSACTION | --send-back CODE [--transaction T] | --ignore --note TEXT',
    help: 'enter what becomes of what the bank sent and no rule settles, for a colleague to confirm at the desk',
    options: {
      apply: { type: 'string' },
      'send-back': { type: 'string' },
      transaction: { type: 'string' },
      ignore: { type: 'boolean' },
      note: { type: 'string' },
    },
    run: resolve,
  },
  {
    name: 'returns rates',
    usage: '--portfolio N',
    help: 'how many debits come back, beside the limits; exits with 1 beyond one',
    options: PORTFOLIO,
    run: showRates,
  },
]
