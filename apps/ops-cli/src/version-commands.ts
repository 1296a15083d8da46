import { existsSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { CallInputOf, CallReply } from '@dolphin/contract/call'
import { listVersionCall, publishVersionCall } from '@dolphin/contract/portfolios-staff'
import { fileOfItem, type ItemName, itemOfFile, versionOf } from '@dolphin/contract/shapes/versioned-item'
import { waitsText } from './approval-commands.ts'
import {
  type Command,
  type CommandInput,
  type CommandResult,
  portfolioNeeded,
  portfolioOption,
  textOption,
  UsageError,
} from './command.ts'
import { readJsonFile } from './json-file.ts'
import { OpsFailure } from './ops-failure.ts'
import type { OpsClient } from './ops-client.ts'
import { shortInstant, textTable } from './text-table.ts'

type Listed = CallReply<typeof listVersionCall>
type Published = CallReply<typeof publishVersionCall>
type Content = CallInputOf<typeof publishVersionCall>['body']['content']
type Change = Published['changes'][number]

const PORTFOLIO_FOLDER = /^\d{1,3}$/

/** An item by its file's name below the portfolio's folder: "forms/question.json", "policy" or "policy.json". */
function itemNamed(text: string | undefined): ItemName {
  const file = text === undefined || text.endsWith('.json') ? text : `${text}.json`
  const item = file === undefined ? undefined : itemOfFile(file)
  if (item === undefined) {
    throw new UsageError('Name the data as its file is named: policy, products, portfolio, forms/personal …')
  }
  return item
}

function versionNeeded(text: string | undefined): number {
  if (text === undefined || !/^[1-9]\d{0,5}$/.test(text))
    throw new UsageError('A version is a number like 3.')
  return Number(text)
}

const list: Command['run'] = async (client, input) => {
  const portfolioId = portfolioNeeded(input)
  const named = input.words[0] === undefined ? {} : itemNamed(input.words[0])
  const data = await client.ask(listVersionCall, { query: { portfolioId, ...named } })
  const rows = data.versions.map((one) => [
    `${fileOfItem(one) ?? one.key}@${one.version}`,
    one.inEffect ? 'in effect' : '',
    shortInstant(one.activeFrom),
    one.author,
    one.sha256.slice(0, 12),
    one.note,
  ])
  return { data, text: textTable(['Version', '', 'From', 'Who', 'Digest', 'Note'], rows) }
}

const show: Command['run'] = async (client, input) => {
  const portfolioId = portfolioNeeded(input)
  const item = itemNamed(input.words[0])
  const data = await readVersion(client, portfolioId, item, versionNeeded(input.words[1]))
  const text = [changesText(data.detail.changes), '', JSON.stringify(data.detail.content, null, 2)].join('\n')
  return { data, text }
}

const publish =
  (mode: 'check' | 'publish'): Command['run'] =>
  async (client, input) => {
    const { portfolioId, item, content } = readDataFile(input)
    const base = textOption(input, 'base')
    const baseVersion = base === undefined ? versionOf(content) : versionNeeded(base)
    return send(client, input, { portfolioId, item, content, baseVersion, mode })
  }

const rollback: Command['run'] = async (client, input) => {
  const portfolioId = portfolioNeeded(input)
  const item = itemNamed(input.words[0])
  const version = versionNeeded(input.words[1])
  const older = await readVersion(client, portfolioId, item, version)
  const { versions } = await client.ask(listVersionCall, { query: { portfolioId, ...item } })
  const baseVersion = versions[0]?.version ?? 0
  const note = textOption(input, 'note') ?? `back to version ${version}`
  const content = older.detail.content as Content
  return send(client, input, { portfolioId, item, content, baseVersion, mode: 'publish', note })
}

interface Wish {
  readonly portfolioId: number
  readonly item: ItemName
  readonly content: Content
  readonly baseVersion: number
  readonly mode: 'check' | 'publish'
  readonly note?: string
}

/** Enters with --yes; without it the server only judges, and says what it would do. */
async function send(client: OpsClient, input: CommandInput, wish: Wish): Promise<CommandResult> {
  const { portfolioId, item, content, baseVersion } = wish
  const mode = wish.mode === 'publish' && input.options['yes'] === true ? 'publish' : 'check'
  const activeFrom = textOption(input, 'from')
  const data = await client.ask(publishVersionCall, {
    body: {
      portfolioId,
      ...item,
      baseVersion,
      content,
      note: wish.note ?? textOption(input, 'note') ?? '',
      mode,
      ...(activeFrom === undefined ? {} : { activeFrom }),
    },
  })
  return { data, text: publishedText(client, data, wish.mode) }
}

function publishedText(client: OpsClient, data: Published, asked: 'check' | 'publish'): string {
  const name = `${fileOfItem(data) ?? data.key}@${data.version}`
  const from = shortInstant(data.activeFrom)
  if (data.approval !== null)
    return [`Entered ${name}.`, waitsText(client, data.approval), '', changesText(data.changes)].join('\n')
  const hint = asked === 'publish' ? ' Nothing is entered yet: say so with --yes.' : ''
  return [`${name} is sound; it would be in effect from ${from}.${hint}`, '', changesText(data.changes)].join(
    '\n',
  )
}

const changesText = (changes: readonly Change[]): string =>
  textTable(
    ['Changed', 'Before', 'After'],
    changes.map(({ path, before, after }) => [path, short(before), short(after)]),
  )

const short = (text: string | null): string =>
  text === null ? '-' : text.length > 60 ? `${text.slice(0, 59)}…` : text

type Found = Listed & { readonly detail: NonNullable<Listed['detail']> }

async function readVersion(
  client: OpsClient,
  portfolioId: number,
  item: ItemName,
  version: number,
): Promise<Found> {
  const { versions, detail } = await client.ask(listVersionCall, { query: { portfolioId, ...item, version } })
  if (detail === null) throw new OpsFailure('The server gave no content.')
  return { versions, detail }
}

/** A file of a portfolio's folder: which portfolio and which item it is, its place says. */
function readDataFile(input: CommandInput): { portfolioId: number; item: ItemName; content: Content } {
  const [path, ...more] = input.words
  if (path === undefined || more.length > 0) throw new UsageError('Give one data file.')
  if (!existsSync(path)) throw new UsageError(`There is no file ${path}.`)
  const parents = [dirname(path), dirname(dirname(path))].map((folder) => basename(folder))
  const isDirect = PORTFOLIO_FOLDER.test(parents[0] ?? '')
  const owner = portfolioOption(input) ?? Number(isDirect ? parents[0] : parents[1])
  if (!Number.isInteger(owner)) throw new UsageError('Say whose data: --portfolio 118.')
  const kind = textOption(input, 'as')
  const file = isDirect ? basename(path) : `${parents[0]}/${basename(path)}`
  return { portfolioId: owner, item: itemNamed(kind ?? file), content: readJsonFile(path) }
}

const PUBLISH_OPTIONS = {
  portfolio: { type: 'string' },
  as: { type: 'string' },
  base: { type: 'string' },
  note: { type: 'string' },
  from: { type: 'string' },
  yes: { type: 'boolean' },
} as const

export const VERSION_COMMANDS: readonly Command[] = [
  {
    name: 'version list',
    usage: '--portfolio ID [policy | forms/CODE | …]',
    help: 'versions of portfolio data: who, when, and which is in effect',
    options: { portfolio: { type: 'string' } },
    run: list,
  },
  {
    name: 'version show',
    usage: 'policy|forms/CODE|… VERSION --portfolio ID',
    help: 'one version: what it changed, and its content',
    options: { portfolio: { type: 'string' } },
    run: show,
  },
  {
    name: 'version check',
    usage: 'FILE [--portfolio ID --as forms/CODE] [--base VERSION]',
    help: 'judges a data file as a publication would be, and changes nothing',
    options: PUBLISH_OPTIONS,
    run: publish('check'),
  },
  {
    name: 'version publish',
    usage: 'FILE --yes [--note TEXT] [--from INSTANT] [--portfolio ID --as forms/CODE] [--base VERSION]',
    help: 'enters a data file, for a colleague to confirm at the desk, without a deploy; its "version" is the one that was edited',
    options: PUBLISH_OPTIONS,
    run: publish('publish'),
  },
  {
    name: 'version rollback',
    usage: 'policy|forms/CODE|… VERSION --portfolio ID --yes [--note TEXT]',
    help: 'enters the content of an older version as the newest, for a colleague to confirm',
    options: PUBLISH_OPTIONS,
    run: rollback,
  },
]
