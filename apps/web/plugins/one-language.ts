import { parseSync, type Plugin, Visitor } from 'vite'
import { messageCalls } from './message-calls.ts'

/** The language that texts are written in first. */
const FIRST = 'en'
/** Where texts stand in both languages at once, because the server says them too. */
const DOMAIN = /packages[\\/]domain[\\/]src[\\/]/

/**
 * A source file with the texts of one language alone: `defineMessages(english, { es })` becomes
 * `defineMessages(english)` or `defineMessages(es)`, and the bundler drops what is no longer named.
 */
export function keepLanguage(text: string, fileName: string, language: string): string {
  let kept = text
  for (const call of messageCalls(text, fileName).toReversed()) {
    const chosen = language === FIRST ? call.english : call.translations.get(language)
    if (!chosen) throw new Error(`${fileName}: its texts are not there in "${language}"`)
    kept = kept.slice(0, call.start) + text.slice(chosen.start, chosen.end) + kept.slice(call.end)
  }
  return kept
}

/**
 * A source file whose texts stand as `{ en, es }`, with one of the two. The pages read them in the language of the
 * page alone.
 */
export function keepLocale(text: string, fileName: string, language: string): string {
  const kept: { start: number; end: number; value: string }[] = []
  const visitor = new Visitor({
    ObjectExpression({ properties, start, end }) {
      const values = new Map(
        properties.flatMap((each) =>
          each.type === 'Property' && each.key.type === 'Identifier' ? [[each.key.name, each.value]] : [],
        ),
      )
      const chosen = values.get(language)
      const isText = properties.length === 2 && values.has('en') && values.has('es')
      if (isText && chosen) kept.push({ start, end, value: text.slice(chosen.start, chosen.end) })
    },
  })
  visitor.visit(parseSync(fileName, text).program)
  return kept
    .toSorted((a, b) => b.start - a.start)
    .reduce(
      (all, { start, end, value }) => `${all.slice(0, start)}{ ${language}: ${value} }${all.slice(end)}`,
      text,
    )
}

/**
 * Builds the pages in one language: only its texts reach the browser, and its page is `index.html` (English)
 * or `index.es.html`. Both builds share a folder, and every chunk without texts of its own.
 */
export function oneLanguage(language: string): Plugin {
  return {
    name: 'one-language',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/ },
      handler(text, id) {
        if (DOMAIN.test(id)) return { code: keepLocale(text, id, language), map: null }
        return text.includes('defineMessages(') ? { code: keepLanguage(text, id, language), map: null } : null
      },
    },
    transformIndexHtml: (html) => html.replace('<html lang="en"', `<html lang="${language}"`),
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const page = bundle['index.html']
        if (page && language !== FIRST) page.fileName = `index.${language}.html`
      },
    },
  }
}
