import type { LocalDate } from '@dolphin/domain/calendar/local-date'
import { passwordFailures } from '@dolphin/domain/form/password-policy'
import { code, email } from '@dolphin/domain/form/rules/account'
import { required } from '@dolphin/domain/form/rules/presence'
import type { Rule } from '@dolphin/domain/form/rules/rule'
import { bootData } from '../../app/boot.ts'
import { saidOf } from '../../messages/in-page-language.ts'

/** No rule of an account looks at the day, so its pages need no calendar. */
const NO_DAY = 0 as LocalDate

/** The first message that speaks against a value, in the words of product.md §5. */
function firstMessage(label: string, value: string, rules: readonly Rule[]): string | undefined {
  const context = { argument: null, today: NO_DAY }
  return saidOf(rules.find((rule) => !rule.check(value, context))?.message(label, null))
}

export const requiredError = (label: string, value: string): string | undefined =>
  firstMessage(label, value, [required])

export const emailError = (label: string, value: string): string | undefined =>
  firstMessage(label, value.trim(), [required, email])

export const codeError = (label: string, value: string): string | undefined =>
  firstMessage(label, value.replace(/\s/g, ''), [required, code])

/** The first requirement of the policy that a new password does not meet. */
export function newPasswordError(password: string): string | undefined {
  return saidOf(passwordFailures(password, new Set(), bootData().portfolio.passwordPolicy)[0]?.message)
}
