import { themeFaults } from '@dolphin/domain/portfolios/theme-check'
import { NEEDED_SETTINGS } from '../../../config/bank-link-settings.ts'
import type { PortfolioEntry } from '../../../ports/portfolio-catalog.ts'
import { type Finding, note, refused } from './finding.ts'
import type { Deps } from '../../../deps.ts'

/** What a theme's colors come to on a page; refusals of the schema among them, with the color that would pass. */
export function themeFindings(portfolioId: number, theme: unknown): Finding[] {
  if (!isTheme(theme)) return []
  const file = `${portfolioId}/portfolio.json`
  return themeFaults(theme).map(({ path, color, against, ratio, needed, nearest, refused: isRefused }) =>
    isRefused
      ? refused(
          file,
          `theme.${path}`,
          `${color} on ${against} has a contrast of ${ratio}:1, and ${needed}:1 is needed (WCAG 1.4.11). The nearest color that passes is ${nearest}.`,
        )
      : note(
          file,
          `theme.${path}`,
          `Text in ${against} on ${color} has a contrast of ${ratio}:1 where ${needed}:1 is needed, so buttons draw ${nearest} instead. Choose that to have what you see.`,
        ),
  )
}

type Colors = Parameters<typeof themeFaults>[0]
const HEX = /^#[0-9a-f]{6}$/i

function isTheme(theme: unknown): theme is Colors {
  if (typeof theme !== 'object' || theme === null) return false
  const colors = theme as Record<string, unknown>
  return ['primaryColor', 'secondaryColor', 'thirdColor'].every((name) => HEX.test(String(colors[name])))
}

/** A brand beside the others and on this server: pictures, providers, bank identities. */
export function brandFindings(
  { config }: Pick<Deps, 'config'>,
  { portfolio, pictures }: PortfolioEntry,
  all: readonly PortfolioEntry[],
): Finding[] {
  const file = `${portfolio.portfolioId}/portfolio.json`
  const own = `/portfolios/${portfolio.portfolioId}/`
  const drawn = [
    ['faviconUrl', portfolio.faviconUrl],
    ['theme.patternUrl', portfolio.theme.patternUrl],
  ] as const
  const missing = drawn.flatMap(([path, url]) => {
    if (url === null || !url.startsWith('/')) return []
    const name = url.startsWith(own) ? url.slice(own.length) : undefined
    if (name !== undefined && (!name.endsWith('.svg') || pictures.has(name.replace(/\.svg$/, '')))) return []
    return [
      refused(
        file,
        path,
        `There is no picture at ${url}. Put an SVG of that name into the folder, or name one that is there.`,
      ),
    ]
  })
  const others = all.filter((other) => other.portfolio.portfolioId !== portfolio.portfolioId)
  const twin = others.find((other) => other.portfolio.ach.companyId === portfolio.ach.companyId)
  const sameBank = twin && [
    refused(
      file,
      'ach.companyId',
      `Portfolio ${twin.portfolio.portfolioId} sends its payments under the company ID ${portfolio.ach.companyId} too, so returns could not be told apart. Ask the bank for one of its own.`,
    ),
  ]
  return [...missing, ...(sameBank ?? []), ...providerFindings(config, file, portfolio)]
}

function providerFindings(
  config: Deps['config'],
  file: string,
  { ibvProvider, ibvFallbacks }: PortfolioEntry['portfolio'],
): Finding[] {
  if (config.allowSandboxBank) return []
  const named = new Set<string>([ibvProvider, ...ibvFallbacks])
  return (['plaid', 'mx'] as const)
    .filter((id) => named.has(id) && config.bankLinks[id] === undefined)
    .map((id) =>
      refused(
        file,
        'ibvProvider',
        `This server is not set up to link banks through ${id}. Set ${NEEDED_SETTINGS[id].join(', ')} there first, or name another provider.`,
      ),
    )
}
