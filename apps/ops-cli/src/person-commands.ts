import type { CallInputOf } from '@dolphin/contract/call'
import {
  answerDataRequestCall,
  correctPersonCall,
  erasePersonCall,
  enterPersonExportCall,
  exportPersonCall,
  listDataRequestCall,
  searchDataRequestCall,
} from '@dolphin/contract/person-staff'
import { DATA_REQUEST_KINDS, type DataRequestKind } from '@dolphin/domain/retention/data-request'
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
const CUSTOMER = 'customer (openId)'

function needed(input: CommandInput, name: string, usage: string): string {
  const value = textOption(input, name)
  if (value === undefined) throw new UsageError(usage)
  return value
}

const noteOf = (input: CommandInput): string => needed(input, 'note', 'Say why: --note TEXT')

const KINDS: readonly (DataRequestKind | undefined)[] = DATA_REQUEST_KINDS

/** Of all customers: those that wait, or those answered. */
const allRequests: Command['run'] = async (client, input) => {
  const word = textOption(input, 'kind')
  const kind = KINDS.find((one) => one === word)
  if (kind === undefined && word !== undefined)
    throw new UsageError(`Name a kind: --kind ${DATA_REQUEST_KINDS.join('|')}`)
  const state = input.options['answered'] === true ? ('answered' as const) : ('open' as const)
  const portfolioId = portfolioOption(input)
  const after = textOption(input, 'after')
  const data = await client.ask(searchDataRequestCall, { query: { portfolioId, kind, state, after } })
  const rows = data.requests.map((one) => [
    one.requestNo,
    String(one.portfolioId),
    one.kind,
    one.customerName,
    one.openId,
    shortInstant(one.askedAt),
    `${one.answerBy}${one.overdue ? ' overdue' : ''}`,
    one.outcome ?? 'open',
    one.answeredBy ?? '',
  ])
  const headings = ['Request', 'Portfolio', 'Kind', 'Customer', 'Number', 'Asked', 'Answer by', 'State', 'By']
  const more = data.after === null ? [] : ['', `Go on with: --after ${data.after}`]
  return { data, text: [textTable(headings, rows), ...more].join('\n') }
}

const requests: Command['run'] = async (client, input, tell) => {
  if (input.words.length === 0) return await allRequests(client, input, tell)
  const data = await client.ask(listDataRequestCall, { params: { openId: oneWord(input, CUSTOMER) } })
  const rows = data.requests.map((one) => [
    one.requestNo,
    one.kind,
    shortInstant(one.askedAt),
    one.answerBy,
    one.outcome ?? 'open',
    one.details,
  ])
  return { data, text: textTable(['Request', 'Kind', 'Asked', 'Answer by', 'State', 'Words'], rows) }
}

const enterExport: Command['run'] = async (client, input) => {
  const body = {
    openId: oneWord(input, CUSTOMER),
    requestNo: textOption(input, 'request'),
    note: noteOf(input),
  }
  const data = await client.ask(enterPersonExportCall, { body })
  return { data, text: waitsText(client, data.approval) }
}

const exportCopy: Command['run'] = async (client, input) => {
  const openId = oneWord(input, CUSTOMER)
  const out = needed(input, 'out', 'Name the file: --out FILE.json')
  await client.save(exportPersonCall, { params: { openId } }, out)
  return {
    data: { openId, out },
    text: `Written to ${out}. It is personal data: delete it once the person has it.`,
  }
}

type Right = CallInputOf<typeof correctPersonCall>['body']['right']

const NAMES = { 'first-name': 'firstName', 'middle-name': 'middleName', 'last-name': 'lastName' } as const

/** "14 Elm Street, , Wilmington, DE, 19801" */
function addressOf(text: string): Right['address'] {
  const [street, unit, city, state, zip, ...more] = text.split(',').map((part) => part.trim())
  if (
    street === undefined ||
    unit === undefined ||
    city === undefined ||
    zip === undefined ||
    more.length > 0
  )
    throw new UsageError('An address has five parts: --address "STREET, UNIT, CITY, STATE, ZIP"')
  return { street, unit, city, state: state as 'DE', zip }
}

const correct: Command['run'] = async (client, input) => {
  const names = Object.entries(NAMES).flatMap(([option, field]) => {
    const value = textOption(input, option)
    return value === undefined ? [] : [[field, value] as const]
  })
  const [birthDate, ssn, address] = ['birth-date', 'ssn', 'address'].map((name) => textOption(input, name))
  const right: Right = {
    ...Object.fromEntries(names),
    ...(birthDate === undefined ? {} : { birthDate }),
    ...(ssn === undefined ? {} : { ssn }),
    ...(address === undefined ? {} : { address: addressOf(address) }),
  }
  const requestNo = textOption(input, 'request')
  const body = { openId: oneWord(input, CUSTOMER), requestNo, right, note: noteOf(input) }
  const data = await client.ask(correctPersonCall, { body })
  return { data, text: waitsText(client, data.approval) }
}

const erase: Command['run'] = async (client, input) => {
  const body = {
    openId: oneWord(input, CUSTOMER),
    requestNo: textOption(input, 'request'),
    note: noteOf(input),
  }
  const data = await client.ask(erasePersonCall, { body })
  return { data, text: waitsText(client, data.approval) }
}

const answer: Command['run'] = async (client, input) => {
  const openId = oneWord(input, CUSTOMER)
  const requestNo = needed(input, 'request', 'Name the request: --request P…')
  const words = needed(input, 'text', 'Say what the customer reads: --text TEXT')
  const outcome = input.options['refused'] === true ? ('refused' as const) : ('done' as const)
  const data = await client.ask(answerDataRequestCall, {
    body: { openId, requestNo, outcome, answer: words },
  })
  return {
    data,
    text: `${requestNo} is answered; the customer reads it under Your data, and a mail with it is queued.`,
  }
}

/** A person's own data: what they ask, a copy, a correction, an erasure, an answer. */
export const PERSON_COMMANDS: readonly Command[] = [
  {
    name: 'person requests',
    usage: '[<openId>] [--portfolio N] [--kind KIND] [--answered] [--after P…]',
    help: 'what customers ask of their own data, first asked first; of one customer, with our answers',
    options: { portfolio: TEXT, kind: TEXT, answered: { type: 'boolean' }, after: TEXT },
    run: requests,
  },
  {
    name: 'person copy',
    usage: '<openId> [--request P…] --note TEXT',
    help: 'enter a copy of everything on file about a customer, for a colleague to confirm',
    options: { request: TEXT, note: TEXT },
    run: enterExport,
  },
  {
    name: 'person export',
    usage: '<openId> --out FILE.json',
    help: 'save the copy that a colleague confirmed, for 24 hours',
    options: { out: TEXT },
    run: exportCopy,
  },
  {
    name: 'person correct',
    usage:
      '<openId> [--request P…] [--first-name T] [--middle-name T] [--last-name T] [--birth-date DATE] [--ssn N] [--address T] --note TEXT',
    help: 'enter a correction of what is on file, for a colleague to confirm',
    options: {
      request: TEXT,
      'first-name': TEXT,
      'middle-name': TEXT,
      'last-name': TEXT,
      'birth-date': TEXT,
      ssn: TEXT,
      address: TEXT,
      note: TEXT,
    },
    run: correct,
  },
  {
    name: 'person erase',
    usage: '<openId> [--request P…] --note TEXT',
    help: 'enter the erasure of all that need not be kept, for a colleague to confirm',
    options: { request: TEXT, note: TEXT },
    run: erase,
  },
  {
    name: 'person answer',
    usage: '<openId> --request P… --text TEXT [--refused]',
    help: 'answer a request that needs no change here, or refuse it with the reason',
    options: { request: TEXT, text: TEXT, refused: { type: 'boolean' } },
    run: answer,
  },
]
