import type { Localized } from '../portfolios/localized.ts'
import type { PasswordPolicy } from '../portfolios/portfolio.ts'

/** A portfolio may tighten it. Source: product.md §5 and §9; the maximum is design/security.md D1. */
const DEFAULT_PASSWORD_POLICY: PasswordPolicy = {
  minimumLength: 8,
  maximumLength: 128,
  identicalRun: 3,
}

export type PasswordRequirement =
  | 'length'
  | 'letterCase'
  | 'digit'
  | 'identicalRun'
  | 'maximumLength'
  | 'common'
  | 'context'

/** Those that are always on show. */
type ShownRequirement = Exclude<PasswordRequirement, 'maximumLength' | 'common' | 'context'>

/** One line of the checklist beside the password field. */
export interface PasswordCheck {
  readonly requirement: PasswordRequirement
  readonly message: Localized
  readonly met: boolean
}

function longestRun(characters: readonly string[]): number {
  let longest = 0
  let run = 0
  characters.forEach((character, at) => {
    run = character === characters[at - 1] ? run + 1 : 1
    longest = Math.max(longest, run)
  })
  return longest
}

/**
 * The four requirements that are always on show, met or not. An empty password meets none, so that the
 * checklist does not open with a tick.
 *
 * Source: product.md §5, messages verbatim.
 */
export function passwordChecklist(
  password: string,
  policy: PasswordPolicy = DEFAULT_PASSWORD_POLICY,
): readonly (PasswordCheck & { readonly requirement: ShownRequirement })[] {
  const characters = Array.from(password)
  return [
    {
      requirement: 'length',
      message: {
        en: `Password should be ${policy.minimumLength} or more characters.`,
        es: `La contraseña debe tener ${policy.minimumLength} caracteres o más.`,
      },
      met: characters.length >= policy.minimumLength,
    },
    {
      requirement: 'letterCase',
      message: {
        en: 'Password has Upper & Lowercase letters.',
        es: 'La contraseña debe tener letras mayúsculas y minúsculas.',
      },
      met: /\p{Lu}/u.test(password) && /\p{Ll}/u.test(password),
    },
    {
      requirement: 'digit',
      message: {
        en: 'Password should be at least one number.',
        es: 'La contraseña debe tener al menos un número.',
      },
      met: /\d/.test(password),
    },
    {
      requirement: 'identicalRun',
      message: {
        en: 'Password has too many consecutive identical characters.',
        es: 'La contraseña tiene demasiados caracteres iguales seguidos.',
      },
      met: characters.length > 0 && longestRun(characters) < policy.identicalRun,
    },
  ]
}

/**
 * Everything that speaks against a password; an empty list accepts it. The common passwords are given in
 * lower case; whole passwords are compared. The browser may pass an empty list, the server never does.
 *
 * Source: product.md §5; design/security.md D1.
 */
export function passwordFailures(
  password: string,
  commonPasswords: ReadonlySet<string>,
  policy: PasswordPolicy = DEFAULT_PASSWORD_POLICY,
): readonly PasswordCheck[] {
  const checks: readonly PasswordCheck[] = [
    ...passwordChecklist(password, policy),
    {
      requirement: 'maximumLength',
      message: {
        en: `Password should not be greater than ${policy.maximumLength} characters.`,
        es: `La contraseña no debe tener más de ${policy.maximumLength} caracteres.`,
      },
      met: Array.from(password).length <= policy.maximumLength,
    },
    {
      requirement: 'common',
      message: {
        en: 'Password is too common, choose another one.',
        es: 'La contraseña es demasiado común, elija otra.',
      },
      met: !commonPasswords.has(password.toLowerCase()),
    },
  ]
  return checks.filter((check) => !check.met)
}
