import { AsyncLocalStorage } from 'node:async_hooks'
import { describeProblems } from '@dolphin/contract/portfolio/portfolio-data'
import {
  countVersions,
  listPublishedFrom,
  listVersionHeads,
  type PortfolioVersion,
  recordShipped,
  VERSION_CHANNEL,
} from '@dolphin/database/portfolios/portfolio-version-repository'
import type { ExternalDeps } from '../../deps.ts'
import { describe } from '../../http/describe-error.ts'
import type { LivePortfolios, PortfolioCatalog, PortfolioEntry } from '../../ports/portfolio-catalog.ts'
import { PortfolioDataError } from './portfolio-catalog.ts'
import { type Epoch, layEpochs } from './epochs.ts'
import { itemOfFile, versionOf } from '@dolphin/contract/shapes/versioned-item'
import { digestOf } from './versioned-content.ts'

/** A notification may be lost while its connection is away: every node looks for itself this often. */
const LOOK_AGAIN_MS = 30_000

interface NeededDeps extends Pick<ExternalDeps, 'config' | 'database' | 'clock' | 'log' | 'portfolios'> {
  /** Creates what new portfolios need before their first use, such as a seal for their documents. */
  readonly prepare?: (all: readonly PortfolioEntry[]) => Promise<void>
}

/**
 * Lays what was published over the data files and keeps it current. Versions that a deploy brings are recorded,
 * so that they can be read after the next one.
 *
 * @throws PortfolioDataError where the files do not go with what was published, or where production data were
 * changed without raising their version.
 */
export async function openLivePortfolios(deps: NeededDeps): Promise<LivePortfolios> {
  await recordFiles(deps)
  const held = await readEpochs(deps)
  if (typeof held === 'string') {
    throw new PortfolioDataError(`Portfolio data do not go with what was published:\n${held}`)
  }
  await prepareAll(deps, held)
  return livePortfolios(deps, held)
}

async function prepareAll({ prepare }: NeededDeps, { epochs }: Held): Promise<void> {
  for (const { catalog } of epochs) await prepare?.(catalog.all)
}

interface Held {
  readonly epochs: readonly Epoch[]
  /** How many versions there were when these were read. */
  readonly versions: number
}

function livePortfolios(deps: NeededDeps, first: Held): LivePortfolios {
  let held = first
  let reading: Promise<void> | undefined
  const pinned = new AsyncLocalStorage<PortfolioCatalog>()
  const current = (): PortfolioCatalog => pinned.getStore() ?? inEffect(held.epochs, deps.clock.now())
  const readAgain = async (): Promise<void> => {
    if ((await countVersions(deps.database.db)) === held.versions) return
    const next = await readEpochs(deps)
    if (typeof next === 'string') return deps.log.error({ problems: next }, 'published data are not taken on')
    await prepareAll(deps, next)
    held = next
  }
  const refresh = async (): Promise<void> => {
    // One after the other: a read that began before a commit must not be the last word after it.
    const turn = (reading ?? Promise.resolve()).catch(() => undefined).then(readAgain)
    reading = turn
    await turn
  }
  const refreshLogged = () =>
    void refresh().catch((error: unknown) => {
      deps.log.warn({ failure: describe(error) }, 'published data could not be read; they will be')
    })
  return {
    files: deps.portfolios.files,
    get all() {
      return current().all
    },
    byId: (portfolioId) => current().byId(portfolioId),
    byHost: (host) => current().byHost(host),
    refresh,
    pin() {
      const catalog = current()
      return (work) => pinned.run(catalog, work)
    },
    async watch() {
      const stop = await deps.database.listen(VERSION_CHANNEL, refreshLogged)
      const timer = setInterval(refreshLogged, LOOK_AGAIN_MS).unref()
      return () => {
        stop()
        clearInterval(timer)
      }
    },
  }
}

/** The last epoch that has begun; before the first, the first. */
function inEffect(epochs: readonly Epoch[], now: Date): PortfolioCatalog {
  const begun = epochs.findLast(({ from }) => from <= now) ?? epochs[0]
  if (begun === undefined) throw new Error('there is always one epoch')
  return begun.catalog
}

/** What is in effect and scheduled; where it does not hold together, what is wrong. */
async function readEpochs({ database, clock, portfolios }: NeededDeps): Promise<Held | string> {
  const now = clock.now()
  // Counted before, so that what is published in between is looked for again.
  const versions = await countVersions(database.db)
  const epochs = layEpochs(portfolios.files, await listPublishedFrom(database.db, now), now)
  return epochs.ok ? { epochs: epochs.value, versions } : describeProblems(epochs.error)
}

async function recordFiles({ config, database, clock, log, portfolios }: NeededDeps): Promise<void> {
  const rows = shippedRows(portfolios, clock.now())
  const nameOf = ({ portfolioId, kind, key, version }: Omit<PortfolioVersion, 'content'>) =>
    `${portfolioId}/${kind}/${key}@${version}`
  const known = new Map((await listVersionHeads(database.db)).map((head) => [nameOf(head), head.digest]))
  const changed = rows.filter((row) => (known.get(nameOf(row)) ?? row.digest) !== row.digest).map(nameOf)
  if (changed.length > 0) {
    const problem = `These data files differ from the same version before; raise their version: ${changed.join(', ')}`
    if (config.mode === 'production') throw new PortfolioDataError(problem)
    log.warn(problem)
  }
  await recordShipped(
    database.db,
    rows.filter((row) => !known.has(nameOf(row))),
  )
}

function shippedRows({ files }: PortfolioCatalog, now: Date): PortfolioVersion[] {
  return [...files].flatMap(([id, ofPortfolio]) =>
    Object.entries(ofPortfolio).flatMap(([file, content]) => {
      const item = itemOfFile(file)
      // Pictures of a deploy have no version of their own; only published ones are kept.
      if (item === undefined || item.kind === 'picture') return []
      return [
        {
          ...item,
          portfolioId: Number(id),
          version: versionOf(content),
          origin: 'shipped' as const,
          content,
          digest: digestOf(content),
          author: 'deploy',
          note: '',
          publishedAt: now,
          effectiveFrom: now,
        },
      ]
    }),
  )
}
