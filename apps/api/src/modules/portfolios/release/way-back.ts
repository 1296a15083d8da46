import type { Executor } from '@dolphin/database/driver/executor'
import { hasBorrowers, listReleases } from '@dolphin/database/portfolios/portfolio-release-repository'
import { findVersion, listPublishedFrom } from '@dolphin/database/portfolios/portfolio-version-repository'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import { newestOf } from '../epochs.ts'
import { itemOfFile } from '@dolphin/contract/shapes/versioned-item'
import { WITHDRAWN } from '../versioned-content.ts'
import type { SentFiles } from './release-judge.ts'
import type { Deps } from '../../../deps.ts'

const MOST_RELEASES = 200

/**
 * The files that take a portfolio back to what it was before its last release; the reason in one sentence where
 * there is no way back. A portfolio's first release is taken back by taking it off the air, unless somebody has
 * an account there by then.
 */
export async function wayBack(
  { portfolios }: Pick<Deps, 'portfolios'>,
  executor: Executor,
  portfolioId: number,
  now: Date,
): Promise<Outcome<SentFiles, string>> {
  const releases = await listReleases(executor, portfolioId, MOST_RELEASES)
  const last = releases.find(({ confirmedAt }) => confirmedAt !== null)
  if (last === undefined || last.after === null)
    return refused('Nothing of this portfolio was released, so there is nothing to take back.')
  const layers = await listPublishedFrom(executor, now)
  const files: SentFiles[number][] = []
  for (const file of Object.keys(last.files)) {
    const item = itemOfFile(file)
    if (item === undefined) continue
    const version = newestOf(portfolios.files, layers, { portfolioId, ...item })?.version ?? 0
    if (version !== last.after[file])
      return refused(
        `Somebody published ${file}@${version} since release ${last.number}. Publish the data you want instead.`,
      )
    const before = last.before[file] ?? 0
    const older = before === 0 ? undefined : await findVersion(executor, { portfolioId, ...item }, before)
    files.push({ file, content: (older?.content ?? WITHDRAWN) as SentFiles[number]['content'] })
  }
  const goesAway = files.some(({ file, content }) => file === 'portfolio.json' && content === WITHDRAWN)
  const stays = portfolios.files.has(String(portfolioId))
  if (goesAway && !stays && (await hasBorrowers(executor, portfolioId)))
    return refused(
      'Borrowers have accounts with this portfolio, so it cannot be taken away. Publish it with "originating": false to take no more applications.',
    )
  return ok(files)
}
