import type { LocalDate } from '../../calendar/local-date.ts'
import {
  inEachLanguage,
  type Locale,
  type Localized,
  type Words,
  wordsIn,
} from '../../portfolios/localized.ts'
import type { FormValue } from '../form-value.ts'

type Argument = string | number | null

/** What a rule may look at besides the value. */
export interface RuleContext {
  /** What the definition or the server compares to: a length, an age, the last four digits. */
  readonly argument: Argument
  /** In the portfolio's time zone. */
  readonly today: LocalDate
}

/** A form rule; a file holds those of a family. The registry, the docs and the tests list the same names. */
export interface Rule<Name extends string = string> {
  readonly name: Name
  /** Whether the rule must also judge an element that was left empty; all others leave empty alone. */
  readonly judgesEmpty?: true
  /** Whether the rule means nothing without an argument; a missing one then refuses. */
  readonly needsArgument?: true
  check(value: FormValue, context: RuleContext): boolean
  /** The words shown at the field. */
  message(label: Words, argument: Argument): Localized
}

/** Gives a rule its name as a literal type, so that the registry can be checked against it. */
export function defineRule<const Name extends string>(rule: Rule<Name>): Rule<Name> {
  return rule
}

type Wording = (label: string, argument: Argument) => string

/** The words of a rule, from how it is said in each language. */
export function worded(says: Readonly<Record<Locale, Wording>>): Rule['message'] {
  return (label, argument) => inEachLanguage((locale) => says[locale](wordsIn(label, locale), argument))
}
