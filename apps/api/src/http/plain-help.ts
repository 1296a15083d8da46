import { escapeHtml } from '@dolphin/domain/notices/render-notice'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import { formatPhone } from '@dolphin/domain/format/phone'

const TEXTS = {
  en: {
    noScriptTitle: 'This page needs JavaScript',
    noScript: 'Please turn on JavaScript in your browser. Then load this page again.',
    lateTitle: 'This page did not start',
    late: 'Please check your connection. Then load this page again.',
    saved: 'Your saved answers are safe.',
    call: 'Need help now? Call us:',
  },
  es: {
    noScriptTitle: 'Esta página necesita JavaScript',
    noScript: 'Active JavaScript en su navegador. Luego vuelva a cargar esta página.',
    lateTitle: 'Esta página no se abrió',
    late: 'Revise su conexión. Luego vuelva a cargar esta página.',
    saved: 'Las respuestas que guardó están a salvo.',
    call: '¿Necesita ayuda ahora? Llámenos:',
  },
} as const

/**
 * What stands in the page before any script: words for a browser without scripts, and words that show themselves
 * after a while where the scripts never came; the scripts take them away (main.tsx).
 */
export function plainHelp({ lender }: Portfolio, language: Locale): string {
  const text = TEXTS[language]
  const contact = `<p>${text.saved}</p><p>${text.call} <a href="tel:+1${lender.phone}">${formatPhone(lender.phone)}</a><br>${escapeHtml(lender.hours[language])}</p>`
  const words = (title: string, what: string) => `<h1>${title}</h1><p>${what}</p>${contact}`
  return [
    `<noscript><main class="plain-help">${words(text.noScriptTitle, text.noScript)}</main></noscript>`,
    `<section id="late" class="plain-help">${words(text.lateTitle, text.late)}</section>`,
  ].join('')
}
