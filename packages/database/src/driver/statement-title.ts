const VERB = /^\s*(?:\/\*.*?\*\/\s*)?([a-z]+)/i
const TARGET = /\b(?:from|into|update|join)\s+(?:only\s+)?("?[a-z_][\w$]*"?(?:\."?[a-z_][\w$]*"?)?)/i

/**
 * What a statement does, for traces: its verb and the first table it names, such as "select loans". Never more of its
 * text, for a text may hold a value.
 */
export function statementTitle(text: string): string {
  const verb = VERB.exec(text)?.[1]?.toLowerCase() ?? 'query'
  const target = TARGET.exec(text)?.[1]?.replaceAll('"', '').toLowerCase()
  return target === undefined ? verb : `${verb} ${target}`
}
