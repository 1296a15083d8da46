import { parseSync, Visitor } from 'oxc-parser'
import type { SourceFile } from './source-files.ts'

/** Two or more codes of an enumeration that stand in a file as a list, such as "LoanStatus.approved LoanStatus.pending". */
export interface CodeSet {
  readonly path: string
  readonly line: number
  readonly codes: string
}

/** Sets that have a name, and their codes as members of an enumeration. */
export type NamedSets = ReadonlyMap<string, readonly string[]>

/** The lists of codes in a file; one that only repeats a named set by its name is none. */
export function codeSets({ path, text }: SourceFile, enumerations: RegExp, named: NamedSets): CodeSet[] {
  const { program } = parseSync(path, text)
  const taken = new Map<string, string>()
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'ObjectPattern' || init?.type !== 'Identifier' || !enumerations.test(init.name)) return
      for (const property of id.properties)
        if (property.type === 'Property' && property.key.type === 'Identifier')
          taken.set(property.key.name, `${init.name}.${property.key.name}`)
    },
  }).visit(program)
  const found: CodeSet[] = []
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
        if (!enumerations.test(element.object.name) || element.property.type !== 'Identifier')
          return undefined
        return [`${element.object.name}.${element.property.name}`]
      })
      if (elements.length < 2 || members.includes(undefined)) return
      const codes = [...new Set(members.flatMap((one) => one ?? []))].toSorted().join(' ')
      found.push({ path, line: text.slice(0, start).split('\n').length, codes })
    },
  }).visit(program)
  return found
}
