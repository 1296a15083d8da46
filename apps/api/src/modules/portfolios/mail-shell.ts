import { escapeHtml } from '@dolphin/domain/notices/render-notice'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Who writes, and in which color. */
export interface MailBrand {
  readonly lender: Pick<Portfolio['lender'], 'brandName'>
  readonly theme: Pick<Portfolio['theme'], 'primaryColor'>
}

/** A rendered notice as a whole mail: one column of at most 600 px, no picture, script or outside style. */
export function mailShell(
  { lender, theme }: MailBrand,
  locale: Locale,
  subject: string,
  fragment: string,
): string {
  return `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:16px;background:#f3f4f6;color:#111827;font-size:16px;line-height:24px;${FONT}">
<div style="max-width:600px;margin:0 auto;padding:24px;background:#ffffff;border-top:6px solid ${theme.primaryColor}">
<p style="margin:0 0 16px;font-size:18px;font-weight:bold">${escapeHtml(lender.brandName)}</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escapeHtml(subject)}</h1>
${fragment}
</div></body></html>
`
}
