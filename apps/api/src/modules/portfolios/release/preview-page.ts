import type { CallReply } from '@dolphin/contract/call'
import type { checkPortfolioCall } from '@dolphin/contract/portfolios-staff'
import { formatPhone } from '@dolphin/domain/format/phone'
import { escapeHtml } from '@dolphin/domain/notices/render-notice'
import { brandPalette, type ColorScheme } from '@dolphin/domain/portfolios/brand-palette'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import { themeStyle } from '../../../http/theme-style.ts'
import type { PortfolioEntry } from '../../../ports/portfolio-catalog.ts'

type Report = CallReply<typeof checkPortfolioCall>

/** What is shown, and as what it was entered. */
export interface PreviewHead {
  readonly portfolioId: number
  readonly releaseNo: number | undefined
  readonly sha256: string | undefined
  readonly enteredBy: string | undefined
}

const STYLE = `*{box-sizing:border-box}body{margin:0;font:16px/1.5 system-ui,sans-serif}
.mark{padding:8px 16px;background:#ffd24a;color:#1a1a1a;font-weight:700}
.board{padding-bottom:24px;color:var(--text);background:var(--theme-page)}
.head{display:flex;align-items:center;gap:12px;min-height:64px;padding:8px 24px;background:var(--theme-surface);border-top:5px solid var(--gradient-start)}
.band .head{color:var(--on-gradient);background:linear-gradient(var(--brand-gradient-angle),var(--gradient-start),var(--gradient-middle),var(--gradient-end));border:0}
.head b,h2{font-family:var(--brand-heading-font);font-weight:var(--brand-heading-weight)}
.card{max-width:560px;margin:24px auto;padding:24px;background:var(--theme-surface);border:1px solid var(--theme-line);border-radius:calc(var(--brand-radius)*1.5)}
.soft{padding:12px;background:var(--theme-soft)}.sunken{padding:12px;background:var(--theme-sunken)}
.card a,.ink{color:var(--theme-ink)}
.go{display:inline-block;padding:12px 32px;color:var(--on-gradient);background:linear-gradient(var(--brand-gradient-angle),var(--gradient-start),var(--gradient-middle),var(--gradient-end));border-radius:var(--brand-button-radius);font-weight:700}
.foot{height:56px;background:var(--brand-pattern,none) repeat-x center bottom/auto 56px}
main{max-width:1000px;margin:24px auto;padding:0 16px}table{border-collapse:collapse}td,th{padding:4px 12px 4px 0;text-align:left;vertical-align:top}
li{margin:4px 0}`

/** The preview's first page; it needs no connection. */
export function previewPage(head: PreviewHead, entry: PortfolioEntry, report: Report): string {
  const { portfolio } = entry
  const own = `/portfolios/${portfolio.portfolioId}/`
  const [light = ''] = themeStyle(portfolio).replaceAll(own, '').split('@media')
  const title = `Preview of portfolio ${head.portfolioId}, ${portfolio.lender.brandName}`
  const release = head.releaseNo === undefined ? 'a folder, not entered yet' : `release ${head.releaseNo}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escapeHtml(title)}</title><style>:root{--font:system-ui,sans-serif}${light}${STYLE}</style></head><body>
<p class="mark">PREVIEW. Not published: ${escapeHtml(release)}${head.enteredBy === undefined ? '' : `, entered by ${escapeHtml(head.enteredBy)}`}.${head.sha256 === undefined ? '' : ` Hash ${head.sha256}`}</p>
${board(entry, 'light')}${board(entry, 'dark')}
<main><h1>${escapeHtml(title)}</h1>
<h2>What the check found</h2>${table(
    ['', 'File', 'Path', 'What'],
    report.findings.map((one) => [one.level, one.file, one.path, one.message]),
  )}
<h2>Plans at the edges of each product</h2>${table(
    ['Product', 'Amount', 'Payments', 'APR', 'Total'],
    report.plans.map((one) => [
      one.productCode,
      one.amount,
      String(one.payments),
      `${one.apr} %`,
      one.totalOfPayments,
    ]),
  )}
<h2>Sample applicants</h2>${table(
    ['Who', 'Answer', 'At most', 'Reasons'],
    report.applicants.map((one) => [one.name, one.outcome, one.maximum, one.reasons.join(', ')]),
  )}
<h2>Papers</h2>${links(entry.products.map(({ productCode }) => [`agreements/${productCode}.pdf`, `Agreement of ${productCode}`]))}
<h2>Consents</h2>${links(entry.consents.flatMap(({ kind }) => inBoth('consents', kind)))}
<h2>Notices</h2>${links(entry.notices.flatMap(({ kind }) => inBoth('notices', kind)))}
</main></body></html>
`
}

/** What a page of the brand looks like in one scheme, with the same colors as the pages themselves. */
function board({ portfolio }: PortfolioEntry, scheme: ColorScheme): string {
  const { theme, lender } = portfolio
  const text = scheme === 'light' ? '#17212b' : '#eef3f7'
  const colors = Object.entries(brandPalette(theme, scheme)).map(
    ([name, color]) => `--theme-${name}:${color}`,
  )
  const icon = portfolio.faviconUrl.split('/').at(-1) ?? ''
  return `<section class="board ${theme.header}" aria-label="${scheme}" style="--text:${text};${colors.join(';')}">
<div class="head"><img src="${escapeHtml(icon)}" alt="" width="40" height="40"><b>${escapeHtml(lender.brandName)}</b><span>${formatPhone(lender.phone)}</span></div>
<div class="card"><h2>Sign in</h2><p>Text on a card, with <a href="#">a link</a> and <span class="ink">a figure</span>.</p><p class="soft">A box of the brand with <a href="#">a link</a></p><p class="sunken">A quiet box with <a href="#">a link</a></p><span class="go">Continue</span></div>
<div class="foot"></div>
<div class="card"><p><b>${escapeHtml(lender.legalName)}</b></p><p>${escapeHtml(lender.licenceText.en)}</p><p lang="es">${escapeHtml(lender.licenceText.es)}</p><p>${escapeHtml(lender.hours.en)}</p></div></section>`
}

const inBoth = (folder: string, kind: string): [string, string][] => [
  [`${folder}/${kind}.en.html`, `${kind}, English`],
  [`${folder}/${kind}.es.html`, `${kind}, Spanish`],
]

const links = (all: readonly (readonly [string, string])[]): string =>
  `<ul>${all.map(([href, label]) => `<li><a href="${escapeHtml(href)}">${escapeHtml(label)}</a></li>`).join('')}</ul>`

const table = (headings: readonly string[], rows: readonly (readonly string[])[]): string =>
  rows.length === 0
    ? '<p>Nothing.</p>'
    : `<table><tr>${headings.map((one) => `<th>${escapeHtml(one)}</th>`).join('')}</tr>${rows
        .map((cells) => `<tr>${cells.map((one) => `<td>${escapeHtml(one)}</td>`).join('')}</tr>`)
        .join('')}</table>`

/** A consent's text as a page of its own. */
export const textPage = (locale: Locale, title: string, text: string): string =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body><h1>${escapeHtml(title)}</h1>${text
    .split(/\n{2,}/u)
    .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
    .join('')}</body></html>
`
