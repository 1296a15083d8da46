import { onColor, safeGradient } from '@dolphin/domain/portfolio/on-color'
import type { Portfolio } from '@dolphin/domain/portfolio/portfolio'

const HEX = /^#[0-9a-f]{6}$/i

/** A colour goes into a style block only as six hexadecimal digits. Source: security.md T14. */
function hex(color: string): string {
  if (!HEX.test(color)) throw new RangeError('a theme colour is not #rrggbb')
  return color
}

const HEADING_FONTS = {
  sans: 'var(--font)',
  serif: 'Georgia,"Iowan Old Style","Times New Roman",serif',
} as const

/** The brand as CSS variables; text colours on brand grounds are computed, never assumed (WCAG 2.2, 1.4.3). */
export function themeStyle({ theme }: Portfolio): string {
  const gradient = safeGradient(theme)
  const [start, middle, end] = gradient.stops
  const variables = {
    '--brand-primary': theme.primaryColor,
    '--brand-secondary': theme.secondaryColor,
    '--brand-third': theme.thirdColor,
    '--gradient-start': start,
    '--gradient-middle': middle,
    '--gradient-end': end,
    '--on-gradient': gradient.onColor,
    '--on-primary': onColor(theme.primaryColor),
  }
  const rules = [
    ...Object.entries(variables).map(([name, color]) => `${name}:${hex(color)}`),
    `--brand-radius:${theme.cornerRadius}px`,
    `--brand-heading-font:${HEADING_FONTS[theme.headingFace]}`,
    `--brand-heading-weight:${theme.headingWeight}`,
  ]
  return `:root{${rules.join(';')}}`
}

/** What the pages need before their first call. */
export function bootState(portfolio: Portfolio, gatewayPrefix: string) {
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
      hours: lender.hours.en,
      address: `${street}, ${city}, ${state} ${zip}`,
      licenceText: lender.licenceText.en,
      passwordPolicy: portfolio.passwordPolicy,
    },
    gatewayPrefix,
  }
}

/** JSON that cannot end its script element or open a comment. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value)
    .replace(/</g, '\\u003c')
    .replace(/\u2028/g, '\\u2028')
    .replace(/\u2029/g, '\\u2029')
}

export function escapeAttribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
}

/** The page's head for one portfolio: brand, boot data, icon and title, before the first paint. */
export function fillHead(html: string, portfolio: Portfolio, gatewayPrefix: string, nonce: string): string {
  const head = [
    `<style nonce="${nonce}">${themeStyle(portfolio)}</style>`,
    `<script type="application/json" id="boot" nonce="${nonce}">${scriptJson(bootState(portfolio, gatewayPrefix))}</script>`,
    `<link rel="icon" href="${escapeAttribute(portfolio.faviconUrl)}">`,
  ].join('')
  // Functions as replacements, because brand text may hold "$&".
  return html
    .replace('<!--dolphin:boot-->', () => head)
    .replace('<title></title>', () => `<title>${escapeAttribute(portfolio.lender.brandName)}</title>`)
}
