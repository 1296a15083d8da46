import type { DataProblem, PortfolioFiles } from '@dolphin/contract/portfolio/portfolio-data'
import type { PortfolioVersion } from '@dolphin/database/portfolios/portfolio-version-repository'
import { ok, type Outcome, refused } from '@dolphin/domain/outcome'
import type { FilesByPortfolio, PortfolioCatalog } from '../../ports/portfolio-catalog.ts'
import { checkCatalog } from './portfolio-catalog.ts'
import { fileOfItem, type VersionedKind, versionOf } from '@dolphin/contract/shapes/versioned-item'
import { isWithdrawn } from './versioned-content.ts'

/** The brands as they are from an instant on. */
export interface Epoch {
  readonly from: Date
  readonly catalog: PortfolioCatalog
}

/** A published version as far as it is laid over a data file. */
export type Layer = Pick<
  PortfolioVersion,
  'portfolioId' | 'key' | 'version' | 'content' | 'effectiveFrom'
> & {
  readonly kind: string
}

/**
 * The brands now and at every later instant at which a published version takes effect: the data files, and over
 * each of them the highest published version that is in effect, where it is higher than the file's own. A portfolio
 * may consist of published versions alone. Every epoch is checked as a whole, so that no scheduled version meets data
 * that it does not fit.
 */
export function layEpochs(
  shipped: FilesByPortfolio,
  layers: readonly Layer[],
  now: Date,
): Outcome<readonly Epoch[], readonly DataProblem[]> {
  const later = layers.map(({ effectiveFrom }) => effectiveFrom.getTime()).filter((at) => at > now.getTime())
  const starts = [now.getTime(), ...new Set(later.toSorted((left, right) => left - right))]
  const epochs: Epoch[] = []
  for (const start of starts) {
    const checked = checkCatalog(filesAt(shipped, layers, start))
    if (!checked.ok) return refused(checked.error)
    epochs.push({ from: new Date(start), catalog: { ...checked.value, files: shipped } })
  }
  return ok(epochs)
}

/** The content that an item has, or will have once everything published is in effect; undefined where none. */
export function newestOf(
  shipped: FilesByPortfolio,
  layers: readonly Layer[],
  item: { readonly portfolioId: number; readonly kind: VersionedKind; readonly key: string },
): { readonly version: number; readonly content: unknown } | undefined {
  const file = fileOfItem(item)
  const content = file === undefined ? undefined : shipped.get(String(item.portfolioId))?.[file]
  const base = content === undefined ? undefined : { version: versionOf(content), content }
  return layers
    .filter(
      ({ portfolioId, kind, key }) =>
        portfolioId === item.portfolioId && kind === item.kind && key === item.key,
    )
    .reduce<{ version: number; content: unknown } | undefined>(
      (newest, layer) => (layer.version > (newest?.version ?? 0) ? layer : newest),
      base,
    )
}

function filesAt(shipped: FilesByPortfolio, layers: readonly Layer[], at: number): FilesByPortfolio {
  const overlaid = new Map<string, PortfolioFiles>(shipped)
  const rising = layers.toSorted((left, right) => left.version - right.version)
  for (const { portfolioId, kind, key, version, content, effectiveFrom } of rising) {
    const id = String(portfolioId)
    const file = fileOfItem({ kind: kind as VersionedKind, key })
    if (file === undefined || effectiveFrom.getTime() > at) continue
    const brought = shipped.get(id)?.[file]
    if (version <= versionOf(brought)) continue
    const { [file]: _before, ...others } = overlaid.get(id) ?? {}
    const laid = isWithdrawn(content) ? brought : content
    overlaid.set(id, laid === undefined ? others : { ...others, [file]: laid })
  }
  for (const [id, files] of overlaid) if (Object.keys(files).length === 0) overlaid.delete(id)
  return overlaid
}
