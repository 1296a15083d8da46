import type { PortfolioData, PortfolioFiles } from '@dolphin/contract/portfolio/portfolio-data'
import type { NoticeKind } from '@dolphin/domain/notices/notice-kind'
import type { FormDefinition } from '@dolphin/domain/form/form-definition'

/** Everything a portfolio consists of. */
export interface PortfolioEntry extends PortfolioData {
  /** By code. */
  readonly forms: ReadonlyMap<string, FormDefinition>
  /** Pictures as SVG, by their names without the end. */
  readonly pictures: ReadonlyMap<string, string>
  /** Kinds of notice without words of the portfolio's own; the product's are used. */
  readonly defaultNotices: readonly NoticeKind[]
}

/** Raw files of every portfolio, by its folder's name. */
export type FilesByPortfolio = ReadonlyMap<string, PortfolioFiles>

/** All brands this server serves, checked alone and against each other. */
export interface PortfolioCatalog {
  /** The data files that the server was started with, before anything published since. */
  readonly files: FilesByPortfolio
  readonly all: readonly PortfolioEntry[]
  byId(portfolioId: number): PortfolioEntry | undefined
  /** By host name without port; localhost is 118, and `110.localhost` is 110 so that all can be looked at. */
  byHost(host: string): PortfolioEntry | undefined
}

/** The brands as they are at this instant, whatever was published since the start. */
export interface LivePortfolios extends PortfolioCatalog {
  /** Takes on what was published since the last look. Without news it costs one count. */
  refresh(): Promise<void>
  /** Holds on to the brands as they are now: everything the returned function runs sees these and no others. */
  pin(): <T>(work: () => T) => T
  /** Follows what other nodes publish; answers how to stop. */
  watch(): Promise<() => void>
}
