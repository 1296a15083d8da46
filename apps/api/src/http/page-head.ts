import { escapeHtml } from '@dolphin/domain/notices/render-notice'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { MirroredPage } from './page-routes.ts'
import { plainHelp } from './plain-help.ts'
import { themeColors, themeStyle } from './theme-style.ts'

type BootedPage = Omit<ServedPage, 'nonce' | 'scripts'>

/** What the pages need before their first call. */
function bootState({ portfolio, gatewayPrefix, behaviorSample, language, mirrored }: BootedPage) {
  const { lender } = portfolio
  const { street, city, state, zip } = lender.address
  return {
    portfolio: {
      portfolioId: portfolio.portfolioId,
      brandName: lender.brandName,
      legalName: lender.legalName,
      domainOfWeb: portfolio.domainOfWeb,
      domainOfWap: portfolio.domainOfWap,
      spinner: portfolio.spinner,
      phone: lender.phone,
      email: lender.email,
      hours: lender.hours[language],
      address: `${street}, ${city}, ${state} ${zip}`,
      licenseText: lender.licenceText[language],
      passwordPolicy: portfolio.passwordPolicy,
      faviconUrl: portfolio.faviconUrl,
      entryOrder: portfolio.entryOrder,
    },
    gatewayPrefix,
    ...(mirrored === undefined
      ? { behaviorSample }
      : { behaviorSample: 0, mirrorNo: mirrored.mirrorNo, base: mirrored.base }),
  }
}

/** JSON that cannot end its script element or open a comment. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
}

/** Whose page it is, and for which reader. */
export interface ServedPage {
  readonly portfolio: Portfolio
  readonly gatewayPrefix: string
  /** The share of visits whose use of the pages is reported, 0 to 1. */
  readonly behaviorSample: number
  /** The one value by which the page's own blocks are told from strangers'. */
  readonly nonce: string
  readonly language: Locale
  /** The view in which an employee sees the page; nothing of its use is reported then. */
  readonly mirrored?: Pick<MirroredPage, 'mirrorNo' | 'base'> | undefined
  /** What this very page needs besides the entry, as paths within the site without a leading slash. */
  readonly scripts: readonly string[]
}

/**
 * The page for one portfolio before its first paint: colors, boot data, icon, title, the browser's own bars, and a
 * header to look at until the scripts are there.
 */
export function fillHead(html: string, page: ServedPage): string {
  const { portfolio, nonce, language, scripts } = page
  const { lender, faviconUrl, theme } = portfolio
  const icon = escapeHtml(faviconUrl)
  const bars = themeColors(portfolio)
  const head = [
    `<style nonce="${nonce}">${themeStyle(portfolio)}</style>`,
    `<script type="application/json" id="boot" nonce="${nonce}">${scriptJson(bootState(page))}</script>`,
    `<link rel="icon" href="${icon}">`,
    `<meta name="theme-color" content="${bars.light}" media="(prefers-color-scheme: light)">`,
    `<meta name="theme-color" content="${bars.dark}" media="(prefers-color-scheme: dark)">`,
  ].join('')
  // Asked for beside the entry, not once the entry has asked for the page and the page for what it is made of
  const early = [
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ...(theme.patternUrl === null
      ? []
      : [`<link rel="preload" as="image" href="${escapeHtml(theme.patternUrl)}">`]),
  ].join('')
  const first = `<div id="first"><img src="${icon}" alt="" width="40" height="40"><b>${escapeHtml(lender.brandName)}</b></div>`
  // Functions as replacements, because brand text may hold "$&".
  return html
    .replace('<html', () => `<html data-header="${theme.header}"`)
    .replace('<!--dolphin:boot-->', () => head)
    .replace('</head>', (end) => early + end)
    .replace('<div id="root">', (root) => `${root}${first}`)
    .replace('</body>', (end) => plainHelp(portfolio, language) + end)
    .replace('<title></title>', () => `<title>${escapeHtml(lender.brandName)}</title>`)
}
