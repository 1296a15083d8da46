import type { CallRequest } from '@dolphin/contract/call'
import type { checkPortfolioCall } from '@dolphin/contract/portfolios-staff'
import type { Executor } from '@dolphin/database/driver/executor'
import {
  listPublishedFrom,
  listVersions,
  type PortfolioVersion,
} from '@dolphin/database/portfolios/portfolio-version-repository'
import type { PortfolioCatalog } from '../../../ports/portfolio-catalog.ts'
import { layEpochs, newestOf } from '../epochs.ts'
import { fileOfItem, type ItemName, itemOfFile } from '@dolphin/contract/shapes/versioned-item'
import { digestOf, sameButVersion, withVersion } from '../versioned-content.ts'
import { type Finding, problemFinding, refused } from './finding.ts'
import type { Deps } from '../../../deps.ts'

export type SentFiles = CallRequest<typeof checkPortfolioCall>['body']['files']

/** A portfolio's files as they would be put in effect, and what they make. */
export interface Judged {
  /** What is new, as versions to insert; author and note are the publisher's. */
  readonly rows: readonly PortfolioVersion[]
  /** The content before each of them; undefined where there was none. */
  readonly contentBefore: ReadonlyMap<string, unknown>
  /** The newest version of each file now. */
  readonly before: Readonly<Record<string, number>>
  readonly findings: readonly Finding[]
  /** All brands with these files laid over them; undefined where they do not hold together. */
  readonly catalog: PortfolioCatalog | undefined
}

const MOST_ITEMS = 5_000

/**
 * Lays a portfolio's files over everything that is in effect or scheduled and judges the whole, as at a start. Files
 * that say what is in effect already are left out. Changes nothing.
 */
export async function judgeFiles(
  { portfolios }: Pick<Deps, 'portfolios'>,
  executor: Executor,
  { portfolioId, files, now }: { portfolioId: number; files: SentFiles; now: Date },
): Promise<Judged> {
  const layers = await listPublishedFrom(executor, now)
  const heads = await listVersions(executor, { portfolioId }, MOST_ITEMS)
  const last = (item: ItemName) => heads.find(({ kind, key }) => kind === item.kind && key === item.key)
  const findings: Finding[] = []
  const rows: PortfolioVersion[] = []
  const contentBefore = new Map<string, unknown>()
  for (const { file, content } of files) {
    const item = itemOfFile(file)
    if (item === undefined || fileOfItem(item) !== file) {
      findings.push(
        refused(
          `${portfolioId}/${file}`,
          '',
          `${file} is no file of a portfolio. Take it out of the folder.`,
        ),
      )
      continue
    }
    const newest = newestOf(portfolios.files, layers, { portfolioId, ...item })
    if (newest !== undefined && sameButVersion(newest.content, content)) continue
    const version = Math.max(newest?.version ?? 0, last(item)?.version ?? 0) + 1
    contentBefore.set(file, newest?.content)
    rows.push(
      rowOf({ portfolioId, item, version, content: withVersion(content, version, newest?.content), now }),
    )
  }
  const epochs = layEpochs(portfolios.files, [...layers, ...rows], now)
  if (!epochs.ok) findings.push(...epochs.error.map(problemFinding))
  const before = Object.fromEntries(
    heads.flatMap(({ kind, key }) => {
      const item = { kind: kind as ItemName['kind'], key }
      const file = fileOfItem(item)
      return file === undefined
        ? []
        : [[file, newestOf(portfolios.files, layers, { portfolioId, ...item })?.version ?? 0]]
    }),
  )
  return { rows, contentBefore, before, findings, catalog: epochs.ok ? epochs.value[0]?.catalog : undefined }
}

/** The file that a version is of. */
export const fileOfRow = ({ kind, key }: Pick<PortfolioVersion, 'kind' | 'key'>): string =>
  fileOfItem({ kind: kind as ItemName['kind'], key }) ?? key

interface NewRow {
  readonly portfolioId: number
  readonly item: ItemName
  readonly version: number
  readonly content: unknown
  readonly now: Date
}

const rowOf = ({ portfolioId, item, version, content, now }: NewRow): PortfolioVersion => ({
  portfolioId,
  ...item,
  version,
  origin: 'published',
  content,
  digest: digestOf(content),
  author: '',
  note: '',
  publishedAt: now,
  effectiveFrom: now,
})
