import { escapeHtml } from '../document/escape-html.ts'

export type MailBrand = {
  readonly name: string
  readonly primaryColor: string
  readonly legalName: string
  /** Postal address in one line; every mail of a lender carries it. */
  readonly postalAddress: string
  readonly supportPhone: string
  readonly supportEmail: string
}

export type MailContent = {
  readonly language: 'en' | 'es'
  readonly subject: string
  /** Shown by mail programs after the subject; not part of the text. */
  readonly preview: string
  readonly heading: string
  readonly paragraphs: readonly string[]
  /** A code to type, shown large. */
  readonly code?: string
  readonly action?: { readonly label: string; readonly url: string }
  /** What to do if this mail was not expected, why it was sent. */
  readonly closing: readonly string[]
}

const HEX_COLOR = /^#[0-9a-f]{6}$/i
const FALLBACK_COLOR = '#1f2937'

/**
 * One mail as text and as HTML, both with everything in them.
 *
 * The HTML is a single column of at most 600 px that needs no picture, script or outside style; colours are
 * taken only as six hex digits, links only as http(s).
 */
export function layoutMail(brand: MailBrand, content: MailContent): { text: string; html: string } {
  if (content.action !== undefined && !/^https?:\/\//.test(content.action.url)) {
    throw new RangeError('a mail may only link to http or https')
  }
  return { text: mailText(brand, content), html: mailHtml(brand, content) }
}

function mailText(brand: MailBrand, content: MailContent): string {
  const action = content.action === undefined ? [] : [`${content.action.label}:\n${content.action.url}`]
  const code = content.code === undefined ? [] : [content.code]
  const parts = [content.heading, ...content.paragraphs, ...code, ...action, ...content.closing]
  return `${[...parts, `-- \n${signature(brand).join('\n')}`].join('\n\n')}\n`
}

function signature({ legalName, postalAddress, supportPhone, supportEmail }: MailBrand): readonly string[] {
  return [legalName, postalAddress, `${supportPhone} · ${supportEmail}`]
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

function mailHtml(brand: MailBrand, content: MailContent): string {
  const color = HEX_COLOR.test(brand.primaryColor) ? brand.primaryColor : FALLBACK_COLOR
  const paragraph = (text: string, style: string) =>
    `<p style="margin:0 0 16px;${style}">${escapeHtml(text)}</p>`
  const body = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:28px">${escapeHtml(content.heading)}</h1>`,
    ...content.paragraphs.map((text) => paragraph(text, 'font-size:16px;line-height:24px')),
    content.code === undefined ? '' : codeHtml(content.code),
    content.action === undefined ? '' : actionHtml(content.action, color),
    ...content.closing.map((text) => paragraph(text, 'font-size:14px;line-height:20px;color:#4b5563')),
  ]
  return `<!doctype html>
<html lang="${content.language}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><title>${escapeHtml(content.subject)}</title></head>
<body style="margin:0;padding:0;background:#f3f4f6;color:#111827;${FONT}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(content.preview)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;background:#ffffff;border-top:6px solid ${color}">
<tr><td style="padding:24px 24px 0;font-size:18px;font-weight:bold">${escapeHtml(brand.name)}</td></tr>
<tr><td style="padding:24px">${body.join('\n')}</td></tr>
<tr><td style="padding:16px 24px;border-top:1px solid #d1d5db;font-size:13px;line-height:20px;color:#4b5563">${signature(brand).map(escapeHtml).join('<br>')}</td></tr>
</table></td></tr></table></body></html>
`
}

function codeHtml(code: string): string {
  const style = 'margin:0 0 16px;font-size:32px;line-height:40px;letter-spacing:6px;font-weight:bold'
  return `<p style="${style}">${escapeHtml(code)}</p>`
}

/** The address stands below the button too: a reader can see where it leads, and copy it. */
function actionHtml({ label, url }: { label: string; url: string }, color: string): string {
  const button = `display:inline-block;padding:12px 24px;border:2px solid ${color};border-radius:6px;background:#ffffff;color:#111827;font-size:16px;line-height:24px;font-weight:bold;text-decoration:underline`
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(url)}" style="${button}">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:#4b5563;word-break:break-all">${escapeHtml(url)}</p>`
}
