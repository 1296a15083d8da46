import type { StaffAct, StaffPermission } from '@dolphin/domain/staff/permissions'

/** A right, and the ways of taking part of which one is enough. */
export interface StaffNeed {
  readonly permission: StaffPermission
  readonly acts: readonly StaffAct[]
}

/**
 * What a call is about, which says in which portfolio the right must count: what the request itself names (portfolioId,
 * loanNo), what the server looks up for it, or the whole server. `loanAmount` also compares the loan's amount with the
 * employee's limit. `ownPortfolios` is a search over all portfolios in which the right counts, unless the request names one.
 */
export type StaffSubject =
  | 'request'
  | 'loanAmount'
  | 'customer'
  | 'statement'
  | 'workItem'
  | 'decision'
  | 'customerFile'
  | 'ownPortfolios'
  | 'server'

/** What an employee needs to make a call; every call of staff has one. Source: docs/design/console.md, Permissions. */
export type StaffRule =
  | { readonly kind: 'everyEmployee' }
  | { readonly kind: 'need'; readonly need: StaffNeed; readonly about: StaffSubject }
  | {
      readonly kind: 'byField'
      /** A field of the body, whose value says which right it takes. */
      readonly field: string
      readonly needs: Readonly<Record<string, StaffNeed>>
      readonly about: StaffSubject
    }

/** For what concerns the signed-in employee alone. */
export const everyEmployee: StaffRule = { kind: 'everyEmployee' }

const needOf =
  (act: StaffAct) =>
  (permission: StaffPermission): StaffNeed => ({ permission, acts: [act] })

/** One employee is enough. */
export const toDo = needOf('may')
/** The first of two. */
export const toEnter = needOf('enter')

const ruleOf =
  (need: (permission: StaffPermission) => StaffNeed) =>
  (permission: StaffPermission, about: StaffSubject = 'request'): StaffRule => ({
    kind: 'need',
    need: need(permission),
    about,
  })

export const may = ruleOf(toDo)
export const enters = ruleOf(toEnter)

/** The right that a rule takes where its field has a value; undefined where it takes none, or knows no such value. */
export function needWhere(rule: StaffRule | undefined, value = ''): StaffNeed | undefined {
  if (rule === undefined || rule.kind === 'everyEmployee') return undefined
  return rule.kind === 'need' ? rule.need : rule.needs[value]
}

/** Every right that a rule names. */
export function needsOf(rule: StaffRule): readonly StaffNeed[] {
  if (rule.kind === 'everyEmployee') return []
  return rule.kind === 'need' ? [rule.need] : Object.values(rule.needs)
}
