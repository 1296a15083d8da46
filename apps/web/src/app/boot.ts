import type { SectionKey } from '@dolphin/domain/applications/codes'
import type { PasswordPolicy } from '@dolphin/domain/portfolios/portfolio'

/** What the server writes into the page's head, so that the brand stands before the first paint. */
export interface Boot {
  readonly portfolio: BootPortfolio
  /** Stands before every path of the contract, such as "/fssapi". */
  readonly gatewayPrefix: string
  /** The share of visits whose use of the pages is reported, 0 to 1. */
  readonly behaviorSample: number
  /** The view of an employee of the lender in which the page stands; absent where its borrower reads it. */
  readonly mirrorNo?: string
  /** What stands before the paths of pages; absent where nothing does. */
  readonly base?: string
}

/** What every page shows of the brand; the rest of the theme is read by `getPortfolio`. */
export interface BootPortfolio {
  readonly portfolioId: number
  readonly brandName: string
  readonly legalName: string
  readonly domainOfWeb: string
  readonly domainOfWap: string
  readonly spinner: 1 | 2 | 3 | 4 | 5 | 6 | 7
  readonly phone: string
  readonly email: string
  readonly hours: string
  readonly address: string
  readonly licenseText: string
  readonly passwordPolicy: PasswordPolicy
  readonly faviconUrl: string
  /** The order in which an application is asked for. */
  readonly entryOrder: readonly SectionKey[]
}

let boot: Boot | undefined

/** The boot data of this page. Throws when the page was served without it: nothing could be right then. */
export function bootData(): Boot {
  if (boot) return boot
  const text = document.getElementById('boot')?.textContent
  if (!text) throw new Error('The page was served without its boot data')
  boot = JSON.parse(text) as Boot
  return boot
}
