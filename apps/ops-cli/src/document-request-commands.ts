import { writeFileSync } from 'node:fs'
import type { CallReply } from '@dolphin/contract/call'
import {
  acceptDocumentCall,
  documentRequestFileCall,
  listDocumentRequestCall,
  refuseDocumentCall,
  requestDocumentsCall,
} from '@dolphin/contract/document-requests'
import {
  DOCUMENT_REFUSAL_CODES,
  REQUESTABLE_TYPES,
  REQUESTED_DOCUMENTS,
} from '@dolphin/domain/applications/document-request'
import {
  type Command,
  type CommandInput,
  type CommandResult,
  listOption,
  oneWord,
  textOption,
  UsageError,
} from './command.ts'
import type { OpsClient } from './ops-client.ts'
import { shortInstant, textTable } from './text-table.ts'

type Documents = CallReply<typeof listDocumentRequestCall>
type Request = Documents['requests'][number]

const TEXT = { type: 'string' } as const
const FLAG = { type: 'boolean' } as const
const NAMES = REQUESTABLE_TYPES.map((type) => `${type} ${REQUESTED_DOCUMENTS[type].en}`).join(', ')

const noteOf = (input: CommandInput) => textOption(input, 'note') ?? ''

function typesOf(input: CommandInput) {
  const given = listOption(input, 'document')
  const types = REQUESTABLE_TYPES.filter((type) => given.includes(String(type)))
  if (types.length === 0 || types.length !== new Set(given).size)
    throw new UsageError(`Name each document: --document and one of ${NAMES}`)
  return types
}

const filesText = ({ files }: Request): string =>
  files
    .map(({ documentNo, quarantined }) => (quarantined ? `${documentNo} (quarantined)` : documentNo))
    .join(' ')

function documentsResult(data: Documents): CommandResult {
  const { loanNo, customerName, requests, waitsFor, waitsUntil } = data
  const rows = requests.map((request) => [
    String(request.requestNo),
    request.name,
    request.overdue ? `${request.state}, overdue` : request.state,
    request.answerBy,
    request.askedBy,
    shortInstant(request.changedAt),
    filesText(request),
    request.reason ?? request.note,
  ])
  const headings = ['No', 'Document', 'State', 'By', 'Asked by', 'Since', 'Files', 'Reason']
  const wait = waitsFor === null ? '' : `\nWaits for: ${waitsFor}, until ${waitsUntil ?? 'no day'}`
  return { data, text: `${loanNo} (${customerName})\n${textTable(headings, rows)}${wait}` }
}

/** The loan and the number of a request: two words. */
function placeOf({ words }: CommandInput) {
  const [loanNo, no, ...more] = words
  if (loanNo === undefined || no === undefined || more.length > 0 || !/^\d{1,3}$/.test(no))
    throw new UsageError('Give the loan number and the number of the request, as review documents lists it.')
  return { loanNo, requestNo: Number(no) }
}

/** Keeps one file: the one that is named, else the newest of the request. */
async function saveFile(client: OpsClient, input: CommandInput, save: string): Promise<CommandResult> {
  const { loanNo, requestNo } = placeOf(input)
  const data = await client.ask(listDocumentRequestCall, { query: { loanNo } })
  const files = data.requests.find((one) => one.requestNo === requestNo)?.files ?? []
  const named = textOption(input, 'file')
  const file = files.findLast(({ documentNo }) => named === undefined || documentNo === named)
  if (file === undefined) throw new UsageError('No such file came for this request: see review documents.')
  const { documentNo, quarantined } = file
  const bytes = await client.download(documentRequestFileCall, { params: { loanNo, documentNo } })
  writeFileSync(save, bytes, { mode: 0o600 })
  const warning = quarantined ? '; it was not read by the server and may be unsafe to open' : ''
  return { data: file, text: `${documentNo} is in ${save}${warning}` }
}

function refusalOf(input: CommandInput) {
  const reason = DOCUMENT_REFUSAL_CODES.find((one) => one === textOption(input, 'refuse'))
  if (reason === undefined)
    throw new UsageError(`Name the reason: --refuse one of ${DOCUMENT_REFUSAL_CODES.join(', ')}`)
  return reason
}

async function decide(client: OpsClient, input: CommandInput): Promise<CommandResult> {
  const { accept, refuse, save } = input.options
  const chosen = [accept, refuse, save].filter((one) => one !== undefined)
  if (chosen.length !== 1) throw new UsageError('Choose one: --save FILE, --accept or --refuse REASON')
  if (typeof save === 'string') return await saveFile(client, input, save)
  const decision = { ...placeOf(input), note: noteOf(input) }
  if (accept === true) return documentsResult(await client.ask(acceptDocumentCall, { body: decision }))
  const body = { ...decision, reason: refusalOf(input) }
  return documentsResult(await client.ask(refuseDocumentCall, { body }))
}

export const DOCUMENT_REQUEST_COMMANDS: readonly Command[] = [
  {
    name: 'review ask',
    usage: '<loanNo> --document TYPE [--document TYPE …] --by DATE --note TEXT',
    help: `ask the borrower of a loan in review for documents; they read the note: ${NAMES}`,
    options: { document: { type: 'string', multiple: true }, by: TEXT, note: TEXT },
    async run(client, input) {
      const answerBy = textOption(input, 'by')
      if (answerBy === undefined) throw new UsageError('Name the last day to send them: --by 2026-03-20')
      const body = {
        loanNo: oneWord(input, 'loan number'),
        documentTypes: typesOf(input),
        answerBy,
        note: noteOf(input),
      }
      return documentsResult(await client.ask(requestDocumentsCall, { body }))
    },
  },
  {
    name: 'review documents',
    usage: '<loanNo>',
    help: 'the documents that reviews of a loan asked for, and what came',
    async run(client, input) {
      const query = { loanNo: oneWord(input, 'loan number') }
      return documentsResult(await client.ask(listDocumentRequestCall, { query }))
    },
  },
  {
    name: 'review document',
    usage: '<loanNo> <no> --save FILE [--file DOCUMENT] | --accept | --refuse REASON [--note TEXT]',
    help: `keep a file that came for a request, or accept or refuse it; the borrower reads why: ${DOCUMENT_REFUSAL_CODES.join(', ')}`,
    options: { save: TEXT, file: TEXT, accept: FLAG, refuse: TEXT, note: TEXT },
    run: decide,
  },
]
