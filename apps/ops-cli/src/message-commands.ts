import {
  answerMessageCall,
  listConversationCall,
  settleMessageCall,
  showConversationCall,
} from '@dolphin/contract/messages'
import { type Command, oneWord, portfolioOption, textOption, UsageError } from './command.ts'
import { shortInstant, textTable } from './text-table.ts'

const TEXT = { type: 'string' } as const

/** The lender's side of the secure messages. */
export const MESSAGE_COMMANDS: readonly Command[] = [
  {
    name: 'messages',
    usage: '[--portfolio N]',
    help: 'customers who wait for an answer, longest first',
    options: { portfolio: TEXT },
    async run(client, input) {
      const data = await client.ask(listConversationCall, { query: { portfolioId: portfolioOption(input) } })
      const rows = data.conversations.map((one) => [
        one.openId,
        String(one.portfolioId),
        one.customerName,
        one.thread,
        String(one.waiting),
        shortInstant(one.since),
        one.takenBy?.name ?? '–',
      ])
      const headings = ['Customer', 'Portfolio', 'Name', 'About', 'Messages', 'Since', 'Taken by']
      return { data, text: rows.length === 0 ? 'No customer waits for a reply.' : textTable(headings, rows) }
    },
  },
  {
    name: 'messages show',
    usage: '<openId> [--before MESSAGE]',
    help: 'what a customer and the lender wrote, oldest first',
    options: { before: TEXT },
    async run(client, input) {
      const openId = oneWord(input, 'customer')
      const data = await client.ask(showConversationCall, {
        params: { openId },
        query: { before: textOption(input, 'before') },
      })
      const lines = data.messages.toReversed().map(({ from, text, loanNo, sentAt, readAt }) => {
        const who = from === 'lender' ? 'We' : data.customerName
        const about = loanNo === null ? '' : `, about ${loanNo}`
        const waits = from === 'customer' && readAt === null ? ' (waits)' : ''
        return `${shortInstant(sentAt)}  ${who}${about}${waits}\n${indented(text)}`
      })
      if (data.before !== null) lines.unshift(`Earlier: messages show ${openId} --before ${data.before}`)
      return { data, text: lines.length === 0 ? 'No messages.' : lines.join('\n\n') }
    },
  },
  {
    name: 'messages answer',
    usage: '<openId> --text TEXT [--loan LOAN]',
    help: 'write to a customer; what they wrote in that conversation no longer waits',
    options: { text: TEXT, loan: TEXT },
    async run(client, input) {
      const openId = oneWord(input, 'customer')
      const text = textOption(input, 'text')
      if (text === undefined) throw new UsageError('Say what to write: --text "…"')
      const loanNo = textOption(input, 'loan')
      const data = await client.ask(answerMessageCall, { body: { openId, text, loanNo } })
      return { data, text: `${data.messageNo} sent. A mail tells the customer that a message waits.` }
    },
  },
  {
    name: 'messages settle',
    usage: '<openId>',
    help: 'what a customer wrote was read and needs no answer',
    async run(client, input) {
      const data = await client.ask(settleMessageCall, { body: { openId: oneWord(input, 'customer') } })
      return { data, text: `${data.settled} settled.` }
    },
  },
]

const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
