import { resolve } from 'node:path'
import type { CallInputOf, CallReply } from '@dolphin/contract/call'
import {
  checkPortfolioCall,
  listReleasesCall,
  listVersionCall,
  previewPortfolioCall,
  releasePortfolioCall,
} from '@dolphin/contract/portfolios-staff'
import { PAYROLL_PERIODS, type PayrollFrequency } from '@dolphin/domain/calendar/payroll-frequency'
import { fileOfItem } from '@dolphin/contract/shapes/versioned-item'
import { waitsText } from './approval-commands.ts'
import { type Command, listOption, oneWord, textOption, UsageError } from './command.ts'
import { checkNew, type FolderFiles, newPortfolioFiles } from './new-portfolio.ts'
import type { OpsClient } from './ops-client.ts'
import { readFolder, writeFolder } from './portfolio-folder.ts'
import { shortInstant, textTable } from './text-table.ts'

type Report = CallReply<typeof checkPortfolioCall>
type Released = CallReply<typeof releasePortfolioCall>
type Files = CallInputOf<typeof checkPortfolioCall>['body']['files']

const TEXT = { type: 'string' } as const
const DEFAULT_TEMPLATE = '118'
/** Digits of a hash that a list shows. */
const SHOWN_DIGITS = 12
const NEEDED = ['brand', 'legal', 'domain', 'primary', 'secondary', 'third', 'states'] as const

function idNeeded(text: string): number {
  if (!/^[1-9]\d{0,2}$/.test(text))
    throw new UsageError('A portfolio is a number of up to three digits, like 119.')
  return Number(text)
}

const create: Command['run'] = async (client, input, tell) => {
  const portfolioId = idNeeded(oneWord(input, 'portfolio number'))
  const missing = NEEDED.filter((name) => input.options[name] === undefined)
  if (missing.length > 0) throw new UsageError(`Say also ${missing.map((name) => `--${name}`).join(', ')}.`)
  const said = (name: (typeof NEEDED)[number]) => textOption(input, name) ?? ''
  const wanted = {
    portfolioId,
    brand: said('brand'),
    legal: said('legal'),
    domain: said('domain').toLowerCase(),
    primary: said('primary').toLowerCase(),
    secondary: said('secondary').toLowerCase(),
    third: said('third').toLowerCase(),
    states: listOption(input, 'states').map((state) => state.toUpperCase()),
  }
  checkNew(wanted)
  const like = idNeeded(textOption(input, 'like') ?? DEFAULT_TEMPLATE)
  tell(`Reading the data of ${like} …`)
  const files = newPortfolioFiles(await dataInEffect(client, like), wanted)
  const folder = resolve(textOption(input, 'out') ?? String(portfolioId))
  writeFolder(folder, files)
  const text = [
    `${Object.keys(files).length} files are in ${folder}.`,
    'These are samples until you change them: address, phone, hours, license text and bank identity in portfolio.json, amounts and rate in products.json, favicon.svg.',
    `Next: portfolio check ${folder}`,
  ].join('\n')
  return { data: { folder, files: Object.keys(files) }, text }
}

/** The newest published or shipped data of a portfolio, by file. */
async function dataInEffect(client: OpsClient, portfolioId: number): Promise<FolderFiles> {
  const { versions } = await client.ask(listVersionCall, { query: { portfolioId } })
  const files: Record<string, unknown> = {}
  for (const { kind, key, version, inEffect } of versions) {
    const file = fileOfItem({ kind, key })
    if (!inEffect || file === undefined || kind === 'picture') continue
    const { detail } = await client.ask(listVersionCall, { query: { portfolioId, kind, key, version } })
    files[file] = detail?.content
  }
  return files
}

const check: Command['run'] = async (client, input) => {
  const folder = readFolder(oneWord(input, 'folder'), input)
  const data = await client.ask(checkPortfolioCall, { body: bodyOf(folder) })
  return { data, text: reportText(data), failed: !data.sound }
}

const bodyOf = ({
  portfolioId,
  files,
}: ReturnType<typeof readFolder>): { portfolioId: number; files: Files } => ({
  portfolioId,
  files,
})

function reportText({ portfolioId, sound, findings, plans, applicants }: Report): string {
  const counted = findings.filter(({ level }) => level === 'refused').length
  const table = textTable(
    ['', 'File', 'Path', 'What'],
    findings.map(({ level, file, path, message }) => [level, file, path, message]),
  )
  const planRows = plans.map(({ productCode, amount, frequency, payments, apr, totalOfPayments }) => [
    productCode,
    amount,
    `${payments} × ${PAYROLL_PERIODS[frequency as PayrollFrequency].periodDays} days`,
    `${apr} %`,
    totalOfPayments,
  ])
  const people = applicants.map(({ name, outcome, maximum, reasons }) => [
    name,
    outcome,
    maximum,
    reasons.join(', '),
  ])
  return [
    sound
      ? `Portfolio ${portfolioId} can be published.`
      : `Portfolio ${portfolioId} cannot be published: ${counted} refused.`,
    ...(findings.length === 0 ? [] : ['', table]),
    ...(planRows.length === 0
      ? []
      : ['', textTable(['Product', 'Amount', 'Payments', 'APR', 'Total'], planRows)]),
    ...(people.length === 0
      ? []
      : ['', textTable(['Sample applicant', 'Answer', 'At most', 'Reasons'], people)]),
  ].join('\n')
}

/** "119/2": release 2 of portfolio 119. */
function releaseNamed(text: string): { portfolioId: number; releaseNo: number } | undefined {
  const [, id, number] = /^(\d{1,3})\/(\d{1,6})$/.exec(text) ?? []
  return id === undefined || number === undefined
    ? undefined
    : { portfolioId: Number(id), releaseNo: Number(number) }
}

const preview: Command['run'] = async (client, input) => {
  const word = oneWord(input, 'folder, or release like 119/2')
  const body = releaseNamed(word) ?? bodyOf(readFolder(word, input))
  const path = resolve(textOption(input, 'out') ?? `preview-${word.replaceAll(/\W+/g, '-')}.zip`)
  await client.save(previewPortfolioCall, { body }, path)
  const text = `The preview is in ${path}. Unpack it and open index.html; its first line says the hash.`
  return { data: { path }, text }
}

const publish: Command['run'] = async (client, input) => {
  const folder = bodyOf(readFolder(oneWord(input, 'folder'), input))
  const report = await client.ask(checkPortfolioCall, { body: folder })
  if (!report.sound) return { data: report, text: reportText(report), failed: true }
  const note = textOption(input, 'note') ?? ''
  const data = await client.ask(releasePortfolioCall, { body: { ...folder, act: 'publish', note } })
  return { data, text: enteredText(client, data) }
}

const rollBack: Command['run'] = async (client, input) => {
  const portfolioId = idNeeded(oneWord(input, 'portfolio number'))
  const note = textOption(input, 'note') ?? ''
  const data = await client.ask(releasePortfolioCall, { body: { portfolioId, act: 'rollBack', note } })
  return { data, text: enteredText(client, data) }
}

function enteredText(client: OpsClient, data: Released): string {
  const { portfolioId, releaseNo, sha256 } = data.release
  const name = `${portfolioId}/${releaseNo}`
  return [
    `Entered as release ${name}, hash ${sha256}.`,
    `A colleague looks at it:  portfolio preview ${name} --out preview.zip`,
    waitsText(client, data.approval),
    '',
    changesText(data),
  ].join('\n')
}

const MOST_CHANGES_SHOWN = 40

function changesText({ changes }: Released): string {
  const rows = changes
    .slice(0, MOST_CHANGES_SHOWN)
    .map(({ path, before, after }) => [path, short(before), short(after)])
  const more = changes.length - rows.length
  return [textTable(['Changes', 'Before', 'After'], rows), ...(more > 0 ? [`and ${more} more`] : [])].join(
    '\n',
  )
}

const short = (text: string | null): string =>
  text === null ? '-' : text.length > 60 ? `${text.slice(0, 59)}…` : text

const list: Command['run'] = async (client, input) => {
  const portfolioId = idNeeded(oneWord(input, 'portfolio number'))
  const data = await client.ask(listReleasesCall, { query: { portfolioId } })
  const rows = data.releases.map((one) => [
    `${one.portfolioId}/${one.releaseNo}`,
    one.act,
    String(one.files.length),
    one.sha256.slice(0, SHOWN_DIGITS),
    `${one.enteredBy}, ${shortInstant(one.enteredAt)}`,
    one.confirmedAt === null ? 'waits' : `${one.confirmedBy ?? ''}, ${shortInstant(one.confirmedAt)}`,
    one.note,
  ])
  return { data, text: textTable(['Release', '', 'Files', 'Hash', 'Entered', 'Published', 'Note'], rows) }
}

const FOLDER_OPTIONS = { portfolio: TEXT } as const
const NOTE_OPTION = { note: TEXT } as const

export const PORTFOLIO_COMMANDS: readonly Command[] = [
  {
    name: 'portfolio new',
    usage:
      'ID --brand NAME --legal NAME --domain HOST --primary #HEX --secondary #HEX --third #HEX --states DE,ID [--like 118] [--out FOLDER]',
    help: 'writes a complete folder to begin a brand with, from the texts of another; changes nothing on the server',
    options: {
      ...Object.fromEntries(NEEDED.map((name) => [name, TEXT])),
      like: TEXT,
      out: TEXT,
    },
    run: create,
  },
  {
    name: 'portfolio check',
    usage: 'FOLDER [--portfolio ID]',
    help: 'judges a whole brand: data, colors, texts, state caps, agreements, policy; exits with 1 where it is refused',
    options: FOLDER_OPTIONS,
    run: check,
  },
  {
    name: 'portfolio preview',
    usage: 'FOLDER | ID/RELEASE [--out FILE.zip] [--portfolio ID]',
    help: 'what a brand would look like and say, as a ZIP to open from a disk; nothing of it is public',
    options: { ...FOLDER_OPTIONS, out: TEXT },
    run: preview,
  },
  {
    name: 'portfolio publish',
    usage: 'FOLDER [--note TEXT] [--portfolio ID]',
    help: 'enters a whole brand; another employee confirms at the desk, and it is in effect on every node without a restart',
    options: { ...FOLDER_OPTIONS, ...NOTE_OPTION },
    run: publish,
  },
  {
    name: 'portfolio roll back',
    usage: 'ID [--note TEXT]',
    help: 'enters the way back from the last release; another employee confirms at the desk',
    options: NOTE_OPTION,
    run: rollBack,
  },
  {
    name: 'portfolio list',
    usage: 'ID',
    help: 'the releases of a brand: who entered and who published them',
    run: list,
  },
]
