import {
  listPaperNoticeCall,
  listUndeliveredNoticeCall,
  markPaperNoticeCall,
  printPaperNoticeCall,
  retryNoticeCall,
} from '@dolphin/contract/notices'
import { type Command, type CommandInput, portfolioOption, textOption, UsageError } from './command.ts'
import type { OpsClient } from './ops-client.ts'
import { shortInstant, textTable } from './text-table.ts'

const TEXT = { type: 'string' } as const

function portfolioOf(input: CommandInput): number {
  const portfolioId = portfolioOption(input)
  if (portfolioId === undefined) throw new UsageError('Name the portfolio: --portfolio 118')
  return portfolioId
}

/** The notices that were named; else those of the queue that `chosen` says. */
async function noticesOf(
  client: OpsClient,
  { words, options }: CommandInput,
  portfolioId: number,
  isChosen: (notice: { readonly printedAt: string | null }) => boolean,
): Promise<string[]> {
  if (words.length > 0) return [...words]
  if (options['all'] !== true) throw new UsageError('Name the notices, or --all.')
  const { notices } = await client.ask(listPaperNoticeCall, { query: { portfolioId } })
  return notices.filter(isChosen).map(({ noticeNo }) => noticeNo)
}

const list: Command['run'] = async (client, input) => {
  const data = await client.ask(listPaperNoticeCall, { query: { portfolioId: portfolioOf(input) } })
  const rows = data.notices.map((one) => [
    one.noticeNo,
    one.loanNo,
    one.kind,
    one.rule ?? '–',
    shortInstant(one.queuedAt),
    one.printedAt === null ? '–' : `${shortInstant(one.printedAt)} by ${one.printedBy}`,
  ])
  const headings = ['Notice', 'Loan', 'Kind', 'Rule', 'Since', 'Printed']
  return { data, text: rows.length === 0 ? 'The paper queue is empty.' : textTable(headings, rows) }
}

const print: Command['run'] = async (client, input) => {
  const portfolioId = portfolioOf(input)
  const out = textOption(input, 'out')
  if (out === undefined) throw new UsageError('Name the file: --out FILE.zip')
  const noticeNos = await noticesOf(client, input, portfolioId, ({ printedAt }) => printedAt === null)
  if (noticeNos.length === 0) return { data: { noticeNos }, text: 'Nothing is to be printed.' }
  await client.save(printPaperNoticeCall, { body: { portfolioId, noticeNos } }, out)
  const text = `Notices written: ${noticeNos.length}, to ${out}; addresses.csv in it lists where they go.\nOnce they are in the mail: ops notices paper mark --all --portfolio ${portfolioId}`
  return { data: { noticeNos, out }, text }
}

const mark: Command['run'] = async (client, input) => {
  const portfolioId = portfolioOf(input)
  const noticeNos = await noticesOf(client, input, portfolioId, ({ printedAt }) => printedAt !== null)
  if (noticeNos.length === 0) return { data: { noticeNos }, text: 'No printed notice waits for the mail.' }
  const data = await client.ask(markPaperNoticeCall, { body: { portfolioId, noticeNos } })
  const left = data.left.map(({ noticeNo, because }) => `\n  ${noticeNo}: ${LEFT[because]}`).join('')
  return {
    data,
    text: `Marked as mailed: ${data.mailed.length}.${left}`,
    failed: data.left.length > 0,
  }
}

const LEFT = {
  notInQueue: 'not in the paper queue',
  notPrinted: 'not printed yet',
  mailedBefore: 'marked as mailed before',
} as const

const ALL = { type: 'boolean' } as const

const NONE = {
  failed: 'Every notice arrived or is under way.',
  unknown: 'Of every notice of law a report says how it ended, or it left within a week.',
} as const

/** Notices that did not arrive, and the paper queue. */
export const NOTICE_COMMANDS: readonly Command[] = [
  {
    name: 'notices undelivered',
    usage: '--portfolio N [--unknown] [--before INSTANT]',
    help: 'notices that did not arrive, the newest first; or notices of law of which no report says so',
    options: { portfolio: TEXT, before: TEXT, unknown: ALL },
    async run(client, input) {
      const which = input.options['unknown'] === true ? 'unknown' : 'failed'
      const query = { portfolioId: portfolioOf(input), before: textOption(input, 'before'), which } as const
      const data = await client.ask(listUndeliveredNoticeCall, { query })
      const rows = data.notices.map((one) => [
        one.noticeNo,
        one.loanNo ?? '–',
        one.kind,
        one.channel,
        one.delivery,
        shortInstant(one.since),
        one.rule ?? '–',
        one.mayRetry ? 'yes' : 'no',
      ])
      const headings = ['Notice', 'Loan', 'Kind', 'Channel', 'State', 'Since', 'Rule', 'May retry']
      const table = rows.length === 0 ? NONE[which] : textTable(headings, rows)
      return { data, text: data.before === null ? table : `${table}\n\nMore: --before ${data.before}` }
    },
  },
  {
    name: 'notices retry',
    usage: '--portfolio N [--notice NOTICE]',
    help: 'send notices that never left again, now: all that failed by no fault of their address, or one',
    options: { portfolio: TEXT, notice: TEXT },
    async run(client, input) {
      const body = { portfolioId: portfolioOf(input), noticeNo: textOption(input, 'notice') }
      const data = await client.ask(retryNoticeCall, { body })
      const text = `Notices that go out again: ${data.queued}. Which arrive: notices undelivered --portfolio ${body.portfolioId}`
      return { data, text }
    },
  },
  {
    name: 'notices paper list',
    usage: '--portfolio N',
    help: 'notices to be printed and mailed, the oldest first',
    options: { portfolio: TEXT },
    run: list,
  },
  {
    name: 'notices paper print',
    usage: '<notice>… | --all --portfolio N --out FILE.zip',
    help: 'a ZIP with a PDF for each notice, and the file of addresses',
    options: { portfolio: TEXT, out: TEXT, all: ALL },
    run: print,
  },
  {
    name: 'notices paper mark',
    usage: '<notice>… | --all --portfolio N',
    help: 'note that printed notices are in the mail; their work items close',
    options: { portfolio: TEXT, all: ALL },
    run: mark,
  },
]
