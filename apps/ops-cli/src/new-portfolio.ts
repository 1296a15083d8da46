import { isUsState } from '@dolphin/domain/applications/us-states'
import { isHexColor } from '@dolphin/domain/portfolios/hex-color'
import { onColor } from '@dolphin/domain/portfolios/on-color'
import { STATE_RATE_CAPS } from '@dolphin/domain/portfolios/state-rate-caps'
import { UsageError } from './command.ts'

/** What a new lender must say; everything else has a value to begin with. */
export interface NewPortfolio {
  readonly portfolioId: number
  readonly brand: string
  readonly legal: string
  /** Without "www." and "m.", which get hosts of their own. */
  readonly domain: string
  readonly primary: string
  readonly secondary: string
  readonly third: string
  readonly states: readonly string[]
}

type Content = Readonly<Record<string, unknown>>
/** Contents by file name below the portfolio's folder. */
export type FolderFiles = Readonly<Record<string, unknown>>

const HIGHEST_RATE = 2.6
/** Room between a rate and a cap on the APR, for odd first periods. */
const CAP_ROOM = 0.01

/** Refuses what could not become a portfolio, each with what to write. */
export function checkNew({ domain, primary, secondary, third, states }: NewPortfolio): void {
  for (const [name, color] of Object.entries({ primary, secondary, third }))
    if (!isHexColor(color)) throw new UsageError(`--${name} is a color like #0b5563.`)
  if (!/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain))
    throw new UsageError('--domain is a plain host name like example.com, without www.')
  const unknown = states.find((state) => !isUsState(state))
  if (unknown !== undefined || states.length === 0)
    throw new UsageError('--states are two-letter codes like DE,ID,UT.')
}

/**
 * Builds a complete folder from another portfolio's. Forms, consents and notices stay as they are; brand, products and
 * policy take the new lender's values. Names, numbers and address not given are samples and are labeled as samples.
 */
export function newPortfolioFiles(template: FolderFiles, wanted: NewPortfolio): FolderFiles {
  const { portfolioId, states } = wanted
  const kept = Object.entries(template)
    .filter(([file]) => /^(forms|consents|notices)\//.test(file))
    .map(([file, content]) => [file, { ...(content as Content), version: 1 }] as const)
  return {
    ...Object.fromEntries(kept),
    'portfolio.json': brandOf(template['portfolio.json'] as Content, wanted),
    'products.json': (template['products.json'] as readonly Content[]).map((product) =>
      productOf(product, portfolioId, states),
    ),
    'policy.json': policyOf(template['policy.json'] as Content, portfolioId, states),
    'favicon.svg': { svg: faviconOf(wanted) },
  }
}

function brandOf(template: Content, wanted: NewPortfolio): Content {
  const { portfolioId, brand, legal, domain, primary, secondary, third, states } = wanted
  const number = String(portfolioId).padStart(3, '0')
  const short = brand.toUpperCase().replaceAll(/[^A-Z0-9 ]/g, '')
  const words = (en: string, es: string) => ({ en, es })
  return {
    ...template,
    portfolioId,
    version: 1,
    theme: {
      primaryColor: primary,
      secondaryColor: secondary,
      thirdColor: third,
      cornerRadius: 8,
      face: 'system',
      headingFace: 'sans',
      headingWeight: 700,
      buttonRadius: 8,
      gradientAngle: 100,
      header: 'bar',
      patternUrl: null,
    },
    faviconUrl: `/portfolios/${portfolioId}/favicon.svg`,
    domainOfWeb: `www.${domain}`,
    domainOfWap: `m.${domain}`,
    hosts: [domain],
    lender: {
      ...(template['lender'] as Content),
      brandName: brand,
      legalName: legal,
      address: { street: `${portfolioId} Sample Street`, city: 'Wilmington', state: 'DE', zip: '19801' },
      phone: `3025550${number}`,
      email: `help@${domain}`,
      licenceText: words(
        `Sample lender for demonstration. Loans are made by ${legal} to residents of ${states.join(', ')}, under sample license ${number}. This is an expensive form of credit.`,
        `Prestamista de muestra para demostración. Los préstamos los otorga ${legal} a residentes de ${states.join(', ')}, con la licencia de muestra ${number}. Es una forma de crédito cara.`,
      ),
    },
    states,
    ach: {
      ...(template['ach'] as Content),
      immediateOrigin: `${number}0000${number}`,
      immediateOriginName: short.slice(0, 23).trim(),
      companyName: short.slice(0, 16).trim(),
      companyId: `${number}0000${number}`,
    },
  }
}

function productOf(product: Content, portfolioId: number, states: readonly string[]): Content {
  const isMilitary = product['kind'] === 'military'
  const caps = states.flatMap((state) => {
    const cap = isUsState(state) ? STATE_RATE_CAPS[state] : undefined
    return typeof cap === 'number' ? [cap / 100 - CAP_ROOM] : []
  })
  const rate = String(Math.floor(Math.min(HIGHEST_RATE, ...caps) * 1_000) / 1_000)
  return {
    ...product,
    version: 1,
    productCode: `P${portfolioId}-${isMilitary ? 'MLA' : 'STANDARD'}`,
    ...(isMilitary ? {} : { annualRate: rate }),
    sample: true,
  }
}

/** The policy of another portfolio, for other states: its knock-out and its limits by state. */
function policyOf(policy: Content, portfolioId: number, states: readonly string[]): Content {
  const rules = (policy['rules'] as readonly Content[]).map((rule) => ({
    ...rule,
    when: (rule['when'] as readonly Content[]).map((condition) =>
      condition['fact'] === 'state' && condition['operator'] === 'notIn'
        ? { ...condition, value: states }
        : condition,
    ),
  }))
  const limits = policy['limits'] as Content
  const kept = (limits['states'] as readonly Content[]).filter(({ state }) => states.includes(String(state)))
  return { ...policy, portfolioId, version: 1, rules, limits: { ...limits, states: kept } }
}

/** The brand's first letter on its own color, in the color that is readable there. */
function faviconOf({ brand, primary, third }: NewPortfolio): string {
  const letter = /[A-Za-z0-9]/.exec(brand)?.[0]?.toUpperCase() ?? 'L'
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${primary}"/><path d="M0 52h64v12H0z" fill="${third}"/><text x="32" y="44" text-anchor="middle" font-family="system-ui,sans-serif" font-size="36" font-weight="700" fill="${onColor(primary)}">${letter}</text></svg>`
}
