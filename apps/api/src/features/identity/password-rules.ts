import { passwordFailures } from '@dolphin/domain/form/password-policy'
import { ok } from '@dolphin/domain/outcome'
import type { PasswordPolicy } from '@dolphin/domain/portfolio/portfolio'
import { type Answer, refuse } from '../../http/refusal.ts'

/** Accepts a new password, or says at its field everything that speaks against it. Source: product.md §5. */
export function checkNewPassword(
  password: string,
  common: ReadonlySet<string>,
  policy: PasswordPolicy,
  elementKey: string,
): Answer<undefined> {
  const failures = passwordFailures(password, common, policy)
  if (failures.length === 0) return ok(undefined)
  return refuse('passwordRefused', {
    errors: failures.map(({ message }) => ({ elementKey, message })),
  })
}
