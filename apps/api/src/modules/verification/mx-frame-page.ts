import { pageLanguage } from '../../http/request-language.ts'
import type { Locale, Localized } from '@dolphin/domain/portfolios/localized'
import { escapeHtml } from '@dolphin/domain/notices/render-notice'
import type { Portfolio } from '@dolphin/domain/portfolios/portfolio'
import type { MxFrame, MxIbvProvider } from '@dolphin/integrations/ibv/mx/mx-provider'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { describe } from '../../http/describe-error.ts'
import { newNonce, pagePolicy, sendPage } from '../../http/security-headers.ts'
import type { VerificationDeps } from './verification-deps.ts'

/** Where the page around MX's widget stands; the session's name is the last part. */
export const MX_FRAME_PATH = '/bank-link/mx'

type Visit = FastifyRequest<{ Params: { id: string } }>

const STYLE = `
:root{color-scheme:light}*{box-sizing:border-box}
body{margin:0;font:16px/1.5 system-ui,sans-serif;color:#1c2733;background:#f3f5f7;display:flex;flex-direction:column;min-height:100vh;min-height:100dvh}
header{display:flex;flex-wrap:wrap;gap:4px 16px;align-items:center;justify-content:space-between;background:#fff;border-bottom:1px solid #c3ccd5;padding:8px 16px}
h1{font-size:18px;line-height:1.3;margin:0}a{color:#0b4f8a;display:inline-block;padding:11px 0}
main{flex:1;display:flex;justify-content:center}p{max-width:560px;padding:16px;margin:0}
iframe{border:0;width:100%;max-width:560px;min-height:640px;background:#fff}
:focus-visible{outline:3px solid #0b63c4;outline-offset:2px}
`

/**
 * MX's widget needs a page around it that hears when it is done. The page is ours and shows the widget in a frame
 * of MX's own origin, so that nothing of MX runs in ours; this page alone may frame it.
 */
export function registerMxFrame(
  { log, portfolios }: Pick<VerificationDeps, 'log' | 'portfolios'>,
  mx: MxIbvProvider,
) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(`${MX_FRAME_PATH}/:id`, { schema: { hide: true } }, async (request: Visit, reply) => {
      const nonce = newNonce()
      const locale = pageLanguage(request)
      try {
        const opened = await mx.openFrame(request.params.id)
        if (!opened.ok) {
          const status = opened.error === 'expired' ? 410 : 404
          return await sendPage(reply, status, endPage({ nonce, locale }, ENDED), pagePolicy(nonce, false))
        }
        const origin = originOf(opened.value.widgetUrl)
        const portfolio = portfolios.byId(opened.value.portfolioId)?.portfolio
        if (origin !== undefined && portfolio !== undefined) {
          const policy = pagePolicy(nonce, false).replace("frame-src 'self' blob:", `frame-src ${origin}`)
          // Some banks sign in in a window that the widget opens and has to hear from again.
          reply.header('cross-origin-opener-policy', 'same-origin-allow-popups')
          return await sendPage(
            reply,
            200,
            framePage({ ...opened.value, nonce, locale, origin, portfolio }),
            policy,
          )
        }
      } catch (error) {
        log.warn({ provider: mx.id, failure: describe(error) }, 'a bank link could not be shown')
      }
      return sendPage(reply, 503, endPage({ nonce, locale }, DOWN), pagePolicy(nonce, false))
    })
  }
}

const ENDED = {
  en: 'This visit has ended. Go back to your application and open the bank page again.',
  es: 'Esta visita terminó. Vuelva a su solicitud y abra otra vez la página del banco.',
}
const DOWN = {
  en: 'The bank connection cannot be opened now. Go back to your application and try again in a minute.',
  es: 'La conexión con el banco no se puede abrir ahora. Vuelva a su solicitud e inténtelo de nuevo en un minuto.',
}

/** Only a page of the network's safe kind is framed. */
function originOf(widgetUrl: string): string | undefined {
  const url = URL.canParse(widgetUrl) ? new URL(widgetUrl) : undefined
  return url?.protocol === 'https:' ? url.origin : undefined
}

const TITLE: Localized = { en: 'Link your bank', es: 'Conecte su banco' }
const BACK: Localized = { en: 'Back to your application', es: 'Volver a su solicitud' }
const FRAME: Localized = { en: 'Your bank, by MX', es: 'Su banco, por MX' }

interface Spoken {
  readonly nonce: string
  readonly locale: Locale
}

const page = ({ nonce, locale }: Spoken, head: string, content: string): string => `<!doctype html>
<html lang="${locale}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${TITLE[locale]}</title><style nonce="${nonce}">${STYLE}</style>${head}</head>
<body>${content}</body></html>
`

const endPage = (spoken: Spoken, text: Localized): string =>
  page(
    spoken,
    '',
    `<header><h1>${TITLE[spoken.locale]}</h1></header><main><p>${escapeHtml(text[spoken.locale])}</p></main>`,
  )

interface FrameView extends MxFrame, Spoken {
  readonly origin: string
  readonly portfolio: Portfolio
}

/** Leads back by itself once the widget says that a bank was linked, and by a link at any time. */
function framePage({ nonce, locale, widgetUrl, returnUrl, origin, portfolio }: FrameView): string {
  const { lender, theme, faviconUrl } = portfolio
  const script = `addEventListener('message',(event)=>{if(event.origin===${JSON.stringify(origin)}&&event.data&&event.data.type==='mx/connect/memberConnected')location.assign(document.getElementById('back').href)})`
  const color = `header{border-top:6px solid ${theme.primaryColor}}`
  return page(
    { nonce, locale },
    `<link rel="icon" href="${escapeHtml(faviconUrl)}"><style nonce="${nonce}">${color}</style>`,
    `<header><h1>${escapeHtml(lender.brandName)}: ${TITLE[locale].toLowerCase()}</h1><a id="back" href="${escapeHtml(returnUrl)}">${BACK[locale]}</a></header>
<main><iframe title="${FRAME[locale]}" src="${escapeHtml(widgetUrl)}" referrerpolicy="no-referrer" sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe></main>
<script nonce="${nonce}">${script}</script>`,
  )
}
