import { formInLanguage } from '@dolphin/domain/form/form-in-language'
import type { Locale } from '@dolphin/domain/portfolios/localized'
import type { CallReply } from '@dolphin/contract/call'
import { getDomainValueCall } from '@dolphin/contract/reference-data'
import { getFormCall } from '@dolphin/contract/applications-forms'
import { everyOption } from '@dolphin/domain/form/enumeration-options/every-domain-value'
import { ok } from '@dolphin/domain/outcome'
import type { Deps } from '../../deps.ts'
import { refuse } from '../../refusal.ts'
import { publicRoute, type RouteDefinition } from '../../http/route.ts'
import type { PortfolioEntry } from '../../ports/portfolio-catalog.ts'

const CACHE_SECONDS = 300

type NeededDeps = Pick<Deps, 'portfolios'>

/** Lists of options and form definitions. */
export function vocabularyRoutes(deps: NeededDeps): RouteDefinition[] {
  return [
    publicRoute(getDomainValueCall, async ({ query, cacheFor }) => {
      const lists = query.code.map((code) => [code, everyOption(code)] as const)
      if (lists.some(([, options]) => options === undefined)) return refuse('notFound')
      cacheFor(CACHE_SECONDS)
      const values = lists.map(([code, options]) => [
        code,
        (options ?? []).map(({ value, label: en, labelEs: es }) => ({ value, label: { en, es } })),
      ])
      return ok({ values: Object.fromEntries(values) })
    }),
    publicRoute(getFormCall, async ({ query, portfolio, locale, cacheFor }) => {
      const forms = deps.portfolios.byId(query.portfolioId ?? portfolio.portfolioId)?.forms
      const reply = forms && servedForms(forms, query.code, locale)
      if (reply === undefined) return refuse('notFound')
      cacheFor(CACHE_SECONDS)
      return ok(reply)
    }),
  ]
}

type Forms = PortfolioEntry['forms']
type FormsReply = CallReply<typeof getFormCall>

/** Answers by the codes asked for, for as long as the portfolio's forms are in force. */
const REPLIES = new WeakMap<Forms, Map<string, FormsReply>>()

/**
 * The definitions behind the codes, in the reader's language; undefined where one of them is none. The same codes of
 * the same forms answer with the same object, in whatever order they are asked for, so that it is written as text only once.
 */
function servedForms(forms: Forms, codes: readonly string[], locale: Locale): FormsReply | undefined {
  const wanted = [...new Set(codes)].toSorted()
  const replies = REPLIES.get(forms) ?? new Map<string, FormsReply>()
  REPLIES.set(forms, replies)
  const key = [locale, ...wanted].join(' ')
  const known = replies.get(key)
  if (known !== undefined) return known
  const found = wanted.flatMap((code) => forms.get(code) ?? [])
  if (found.length !== wanted.length) return undefined
  const reply = { forms: Object.fromEntries(found.map((form) => [form.code, formInLanguage(form, locale)])) }
  replies.set(key, reply)
  return reply
}
