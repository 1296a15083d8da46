import { neededPlaceholders } from '@dolphin/domain/notices/needed-placeholders'
import { placeholderNames } from '@dolphin/domain/notices/placeholder'
import { LOCALES, type Localized } from '@dolphin/domain/portfolios/localized'
import type { PortfolioEntry } from '../../../ports/portfolio-catalog.ts'
import { type Finding, note, refused } from './finding.ts'
import { sampleNotice } from './sample-documents.ts'

/** The forms that the pages ask for by their codes. */
const FORMS = ['personal', 'contact', 'employment', 'bank', 'bank-match', 'question', 'statement-upload']

/** Checks that every required text is present, in both languages. */
export function textFindings(entry: PortfolioEntry): Finding[] {
  const { portfolioId } = entry.portfolio
  const missing = FORMS.filter((code) => !entry.forms.has(code)).map((code) =>
    refused(
      `${portfolioId}/forms/${code}.json`,
      '',
      `The form ${code} is missing, and the application asks for it. Add it; "portfolio new" writes all of them.`,
    ),
  )
  const consents = entry.consents.flatMap(({ kind, label, title, summary, text }) =>
    untranslated(`${portfolioId}/consents/${kind}.json`, { label, title, summary, text }),
  )
  const byDefault = entry.defaultNotices.map((kind) =>
    note(
      `${portfolioId}/notices/${kind}.json`,
      '',
      'The portfolio has no words of its own; the default text is used.',
    ),
  )
  return [
    ...missing,
    ...byDefault,
    ...consents,
    ...entry.notices.flatMap((notice) => noticeFindings(entry, notice)),
  ]
}

function noticeFindings(entry: PortfolioEntry, notice: PortfolioEntry['notices'][number]): Finding[] {
  const file = `${entry.portfolio.portfolioId}/notices/${notice.kind}.json`
  const gaps = LOCALES.flatMap((locale) =>
    neededPlaceholders(notice.kind).flatMap(({ names, source }) =>
      names
        .filter((name) => !placeholderNames(notice.body[locale]).includes(name))
        .map((name) =>
          refused(
            file,
            `body.${locale}`,
            `The notice must say {${name}} (${source}). Write it into the text.`,
          ),
        ),
    ),
  )
  const broken = LOCALES.flatMap((locale) => {
    try {
      sampleNotice(entry, notice, locale)
      return []
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unknown'
      return [
        refused(
          file,
          `body.${locale}`,
          `The notice cannot be written (${reason}). Compare it with the one of 118.`,
        ),
      ]
    }
  })
  return [...gaps, ...broken, ...untranslated(file, { subject: notice.subject, body: notice.body })]
}

function untranslated(file: string, texts: Readonly<Record<string, Localized>>): Finding[] {
  return Object.entries(texts)
    .filter(([, { en, es }]) => en === es)
    .map(([path]) => refused(file, path, 'English and Spanish say the same. Translate the Spanish one.'))
}
