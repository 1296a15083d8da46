import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type ESTree, parseSync, Visitor } from 'vite'
import { messageCalls } from './message-calls.ts'

const SOURCE = fileURLToPath(new URL('../src/', import.meta.url))

type Texts = Readonly<Record<string, string>>

/** The texts of one `defineMessages`, in both languages. */
export interface Dictionary {
  /** Where it is written, from the folder of the pages' sources. */
  readonly file: string
  readonly en: Texts
  /** Undefined where the call names no Spanish texts. */
  readonly es: Texts | undefined
}

/** The sources of the pages below a folder of theirs, without tests. */
export function pageSources(folder = SOURCE): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name))
    .toSorted()
}

/** Every text of the pages, file by file. */
export function dictionaries(): readonly Dictionary[] {
  return pageSources().flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    return messageCalls(text, path).map((call) => ({
      file: relative(SOURCE, path),
      en: literals(call.english),
      es: spanishOf(path, text, call.translations.get('es')),
    }))
  })
}

/** A dictionary that is written out, as the compiler sees it. */
function literals(expression: ESTree.Expression): Texts {
  const plain = expression.type === 'TSAsExpression' ? expression.expression : expression
  if (plain.type !== 'ObjectExpression') throw new Error('Write the texts out where they are defined')
  return Object.fromEntries(
    plain.properties.map((property) => {
      if (property.type !== 'Property' || property.value.type !== 'Literal')
        throw new Error('A message is one plain string')
      const { key, value } = property
      return [
        key.type === 'Identifier' ? key.name : String('value' in key ? key.value : ''),
        String(value.value),
      ]
    }),
  )
}

/** What a file imports as its Spanish texts. */
function spanishOf(path: string, text: string, named: ESTree.Expression | undefined): Texts | undefined {
  if (named?.type !== 'Identifier') return undefined
  const imported = new RegExp(`import \\{ ${named.name} \\} from '([^']+)'`).exec(text)?.[1]
  if (!imported) return undefined
  const translation = resolve(dirname(path), imported)
  let found: Texts | undefined
  const visitor = new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && id.name === named.name && init) found = literals(init)
    },
  })
  visitor.visit(parseSync(translation, readFileSync(translation, 'utf8')).program)
  return found
}
