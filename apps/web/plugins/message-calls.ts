import { type ESTree, parseSync, Visitor } from 'vite'

/** One `defineMessages(english, { es })` of a source file, by its places in the text. */
export interface MessageCall {
  /** Where the arguments begin and end. */
  readonly start: number
  readonly end: number
  readonly english: ESTree.Expression
  /** The expression of each translation, by language. */
  readonly translations: ReadonlyMap<string, ESTree.Expression>
}

/** Every `defineMessages` call of a source file. Throws where its arguments are not written out. */
export function messageCalls(text: string, fileName: string): readonly MessageCall[] {
  if (!text.includes('defineMessages(')) return []
  const calls: MessageCall[] = []
  const visitor = new Visitor({
    CallExpression(call) {
      if (call.callee.type !== 'Identifier' || call.callee.name !== 'defineMessages') return
      const [english, translations] = call.arguments.map(expressionOf)
      const last = call.arguments.at(-1)
      if (!english || !last) throw new Error(`${fileName}: defineMessages without texts`)
      calls.push({
        start: english.start,
        end: last.end,
        english,
        translations: translationsOf(translations, fileName),
      })
    },
  })
  visitor.visit(parseSync(fileName, text).program)
  return calls
}

function expressionOf(argument: ESTree.Argument): ESTree.Expression {
  if (argument.type === 'SpreadElement') throw new Error('defineMessages takes no spread')
  return argument
}

function translationsOf(
  argument: ESTree.Expression | undefined,
  fileName: string,
): ReadonlyMap<string, ESTree.Expression> {
  if (!argument) return new Map()
  if (argument.type !== 'ObjectExpression') throw new Error(`${fileName}: write the translations as { es }`)
  return new Map(
    argument.properties.map((property) => {
      if (property.type !== 'Property' || property.key.type !== 'Identifier')
        throw new Error(`${fileName}: write the translations as { es }`)
      return [property.key.name, property.value]
    }),
  )
}
