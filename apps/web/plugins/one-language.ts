import type { Plugin } from 'vite'
import { messageCalls } from './message-calls.ts'

/** The language that texts are written in first. */
const FIRST = 'en'

/**
 * A source file with the texts of one language alone: `defineMessages(english, { es })` becomes
 * `defineMessages(english)` or `defineMessages(es)`, and the bundler drops what is no longer named.
 */
export function keepLanguage(text: string, fileName: string, language: string): string {
  let kept = text
  for (const call of messageCalls(text, fileName).toReversed()) {
    const chosen = (language === FIRST ? undefined : call.translations.get(language)) ?? call.english
    kept = kept.slice(0, call.start) + text.slice(chosen.start, chosen.end) + kept.slice(call.end)
  }
  return kept
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
      filter: { id: /\.tsx?$/, code: 'defineMessages(' },
      handler: (text, id) => ({ code: keepLanguage(text, id, language), map: null }),
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
