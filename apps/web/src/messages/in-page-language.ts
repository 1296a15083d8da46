import type { Localized } from '@dolphin/domain/portfolios/localized'
import { pageLanguage } from './define-messages.ts'

/** What a rule says, in the language of the page. */
export const inPageLanguage = (words: Localized): string => words[pageLanguage()]

/** The same for what may say nothing. */
export const saidOf = (words: Localized | undefined): string | undefined => words && inPageLanguage(words)
