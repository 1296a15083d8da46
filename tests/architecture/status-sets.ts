import { parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from './source-files.ts'

/** Two or more statuses of loans or of transactions that stand in a file as a list, such as "LoanStatus: approved pending". */
export interface StatusSet {
  readonly path: string
  readonly line: number
  readonly statuses: string
}

const ENUMERATION = /^(?:LoanStatus|TransactionStatus)$/

/** Sets with a name: what each name stands for, as a member of its enumeration. */
export type NamedSets = ReadonlyMap<string, readonly string[]>

/** The lists of statuses in a file; one that only repeats a named set by its name is none. */
export function statusSets({ path, text }: SourceFile, named: NamedSets): StatusSet[] {
  if (!/\b(?:LoanStatus|TransactionStatus|\w+_STATUSES)\b/.test(text)) return []
  const { program } = parseSync(path, text)
  const taken = new Map<string, string>()
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier' || !ENUMERATION.test(init.name)) return
      for (const property of id.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier')
          taken.set(property.key.name, `${init.name}.${property.key.name}`)
    },
  }).visit(program)
  const found: StatusSet[] = []
  new Visitor({
    ArrayExpression({ elements, start }) {
      const members = elements.map((element): readonly string[] | undefined => {
        if (element?.type === 'SpreadElement')
          return element.argument.type === 'Identifier' ? named.get(element.argument.name) : undefined
        if (element?.type === 'Identifier') {
          const member = taken.get(element.name)
          return member === undefined ? undefined : [member]
        }
        if (element?.type !== 'MemberExpression' || element.object.type !== 'Identifier') return undefined
        if (!ENUMERATION.test(element.object.name) || element.property.type !== 'Identifier') return undefined
        return [`${element.object.name}.${element.property.name}`]
      })
      if (elements.length < 2 || members.includes(undefined)) return
      const statuses = [...new Set(members.flatMap((one) => one ?? []))].toSorted().join(' ')
      found.push({ path, line: text.slice(0, start).split('\n').length, statuses })
    },
  }).visit(program)
  return found
}
