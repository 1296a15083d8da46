import {
  answerApprovalCall,
  enterApprovalAgainCall,
  listApprovalCall,
  showApprovalCall,
} from '@dolphin/contract/approvals'
import type { CallReply } from '@dolphin/contract/call'
import {
  type Command,
  type CommandInput,
  oneWord,
  portfolioOption,
  textOption,
  UsageError,
} from './command.ts'
import { deskOrigin } from './desk-http.ts'
import type { OpsClient } from './ops-client.ts'
import { shortInstant, textTable } from './text-table.ts'

/** What waits, as a call answers that entered it. */
export interface Entered {
  readonly approvalNo: string
  readonly endsAt: string
}

const linkOf = ({ server }: OpsClient, approvalNo: string): string =>
  `${deskOrigin(server)}/approvals/${approvalNo}`

/** What is said once something waits for a colleague: its number, when it ends, and where it is confirmed. */
export const waitsText = (client: OpsClient, { approvalNo, endsAt }: Entered): string =>
  `Nothing has changed yet. ${approvalNo} waits for a colleague until ${shortInstant(endsAt)}:\n${linkOf(client, approvalNo)}`

const list: Command['run'] = async (client, input) => {
  const state = input.options['answered'] === true ? 'answered' : 'waiting'
  const data = await client.ask(listApprovalCall, { query: { portfolioId: portfolioOption(input), state } })
  const rows = data.approvals.map((one) => [
    one.approvalNo,
    one.state,
    one.title,
    one.subject,
    one.amount ?? '',
    one.enteredBy.name,
    shortInstant(one.endsAt),
    one.own ? 'yours' : (one.obstacle ?? 'for you'),
  ])
  const headings = ['Approval', 'State', 'What', 'About', 'Amount', 'Entered by', 'Ends', '']
  return { data, text: `${textTable(headings, rows)}\nFor you to confirm at the desk: ${data.waiting}.` }
}

const show: Command['run'] = async (client, input) => {
  const approvalNo = oneWord(input, 'approval like A000000012')
  const data = await client.ask(showApprovalCall, { params: { approvalNo } })
  return { data, text: approvalText(client, data) }
}

function approvalText(client: OpsClient, one: CallReply<typeof showApprovalCall>): string {
  const answer =
    one.answer === null
      ? []
      : [`${one.state} by ${one.answer.by.name}, ${shortInstant(one.answer.at)} ${one.answer.note}`.trimEnd()]
  return [
    `${one.approvalNo} ${one.title}, ${one.subject}: ${one.state}`,
    `Entered by ${one.enteredBy.name}, ${shortInstant(one.enteredAt)}; ends ${shortInstant(one.endsAt)}`,
    ...answer,
    ...one.asEntered.map(({ label, value }) => `  ${label}: ${value}`),
    ...(one.note === '' ? [] : [`  Note: ${one.note}`]),
    ...(one.blocked === null ? [] : [`As things stand it cannot be carried out: ${one.blocked}`]),
    '',
    textTable(
      ['Changes', 'Before', 'After', ''],
      one.differences.map(({ label, before, after, change }) => [label, before, after, change ?? '']),
    ),
    ...one.effects.map((effect) => `* ${effect}`),
    '',
    one.rule,
    `Confirmed at the desk: ${linkOf(client, one.approvalNo)}`,
  ].join('\n')
}

const withdraw: Command['run'] = async (client, input: CommandInput) => {
  const approvalNo = oneWord(input, 'approval like A000000012')
  const note = textOption(input, 'note')
  if (note === undefined) throw new UsageError('Say why: --note TEXT')
  const data = await client.ask(answerApprovalCall, { body: { approvalNo, answer: 'withdraw', note } })
  return { data, text: `${approvalNo} is withdrawn. Nothing of it was carried out.` }
}

const again: Command['run'] = async (client, input) => {
  const approvalNo = oneWord(input, 'approval like A000000012')
  const data = await client.ask(enterApprovalAgainCall, { body: { approvalNo } })
  const code = data.code === null ? '' : `\nCode of the invitation, for you to pass on: ${data.code}`
  return { data, text: `${waitsText(client, data.approval)}${code}` }
}

const listCommand: Command = {
  name: 'approvals list',
  usage: '[--portfolio N] [--answered]',
  help: 'what waits for a second person: your own, and what your roles enter or confirm',
  options: { portfolio: { type: 'string' }, answered: { type: 'boolean' } },
  run: list,
}

export const APPROVAL_COMMANDS: readonly Command[] = [
  listCommand,
  { ...listCommand, name: 'approvals' },
  {
    name: 'approvals show',
    usage: '<approvalNo>',
    help: 'one approval: as entered, what it changes now, and where it is confirmed',
    run: show,
  },
  {
    name: 'approvals withdraw',
    usage: '<approvalNo> --note TEXT',
    help: 'take back what you entered yourself',
    options: { note: { type: 'string' } },
    run: withdraw,
  },
  {
    name: 'approvals again',
    usage: '<approvalNo>',
    help: 'enter once more, as it was, what you entered and no one confirmed',
    run: again,
  },
]
